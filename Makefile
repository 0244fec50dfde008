# make help lists the targets. Everything that make writes goes to bin/, cover.out and cover.html,
# which git ignores; failing fuzz inputs go to testdata/fuzz of their package, to be committed.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := build

# What compiles without the race detector does so with the same settings, to share compiled packages.
STATIC    := CGO_ENABLED=0 GOFLAGS="$(shell go env GOFLAGS) -trimpath -buildvcs=false"
COMMIT    := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
BUILD     := $(STATIC) go build -ldflags "-s -w -X main.commit=$(COMMIT)"
PLATFORMS := linux/amd64 linux/arm64 windows/amd64 darwin/arm64
TOOLS     := bin/tools/gofumpt bin/tools/staticcheck
GOFILES    = $(shell find . -name '*.go' -not -path './bin/*' -not -path '*/node_modules/*' -exec grep -L '^// Code generated ' {} +)

PREFIX   ?= /usr/local
BENCH    ?= .
COUNT    ?= 1
FUZZ     ?= ^Fuzz
FUZZTIME ?= 30s
PKG      ?= ./...

# say prints the heading of a step.
say = @printf '\n== %s\n'

.PHONY: help
help: ## list the targets
	@sed -nE 's/^([a-z]+):[^#]*## (.*)/  \1\t\2/p' Makefile | expand -t 14

.PHONY: build
build: ## build the static program bin/attic
	$(BUILD) -o bin/attic ./cmd/attic

.PHONY: install
install: build ## install attic and its links atom4, ataxx, atommaster below PREFIX (/usr/local)
	install -D -m 755 bin/attic "$(DESTDIR)$(PREFIX)/bin/attic"
	for name in atom4 ataxx atommaster; do ln -sf attic "$(DESTDIR)$(PREFIX)/bin/$$name"; done

.PHONY: test
test: ## run the tests (PKG=./search for one package)
	go test $(PKG)

.PHONY: check
check: format vet modules race sound fuzzshort cross ## everything a change must pass, about ten minutes
	$(say) 'check passed'

.PHONY: format
format: bin/tools/gofumpt ## fail listing the files that gofumpt would change
	$(say) 'format'
	@changed=$$(bin/tools/gofumpt -l $(GOFILES)); \
	if [ -n "$$changed" ]; then printf '%s\n' "$$changed" 'gofumpt would change these files; "make fmt" does it' >&2; exit 1; fi

.PHONY: fmt
fmt: bin/tools/gofumpt ## format every Go file
	bin/tools/gofumpt -w $(GOFILES)

.PHONY: vet
vet: bin/tools/staticcheck ## go vet and staticcheck
	$(say) 'go vet'
	@$(STATIC) go vet ./...
	@$(STATIC) go vet -tags long,pulseaudio ./...
	$(say) 'staticcheck'
	@$(STATIC) bin/tools/staticcheck ./...

.PHONY: modules
modules: ## check that go.mod and go.sum are tidy and that what was downloaded is unchanged
	$(say) 'modules'
	go mod tidy -diff
	go mod verify
	cd tools && go mod tidy -diff

.PHONY: race
race: compiler programs ## run the tests under the race detector
	$(say) 'tests with the race detector'
	CGO_ENABLED=1 go test -race ./...

# The race detector needs cgo, cgo a C compiler with its headers.
.PHONY: compiler
compiler:
	$(say) 'C compiler'
	@works() { echo '#include <stdlib.h>' | "$$(go env CC)" -x c -c -o /dev/null - 2>/dev/null; }; \
	if works; then echo "found $$(go env CC)"; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq </dev/null; \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gcc libc6-dev </dev/null; \
		works; \
	else echo 'the race detector needs a C compiler: install gcc and libc6-dev' >&2; exit 1; fi

# What tests start: an X server, and what presses its keys.
.PHONY: programs
programs:
	$(say) 'programs of the tests'
	@$(call needed,Xvfb,xvfb) $(call needed,xdotool,xdotool) $(call needed,setxkbmap,x11-xkb-utils) echo found

.PHONY: sound
sound: ## play every effect through a real sound server and compare what it hears
	$(say) 'sound server'
	@$(call needed,pulseaudio,pulseaudio) $(STATIC) go test -count=1 -tags pulseaudio -run PulseAudio ./sound

# needed COMMAND,PACKAGE installs a package if its command is missing.
define needed
if ! command -v $(1) >/dev/null; then \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq </dev/null; \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(2) </dev/null; \
	else echo 'the tests need $(1): install $(2)' >&2; exit 1; fi; \
fi;
endef

.PHONY: fuzz
fuzz: ## fuzz every target for FUZZTIME (30s), or those that match FUZZ
	@$(fuzz_each)

# A number of inputs, not a time: the same work on every machine.
.PHONY: fuzzshort
fuzzshort: FUZZTIME = 1000x
fuzzshort:
	$(say) 'short fuzzing'
	@$(fuzz_each)

# go test fuzzes one target of one package at a time; this finds them all and stops at the first that fails.
define fuzz_each
grep -rnoE --include='*_test.go' --exclude-dir=bin --exclude-dir=node_modules '^func Fuzz[A-Za-z0-9_]+' . | sed -E 's|/[^/]*:[0-9]+:func | |' | sort | \
while read -r folder target; do \
	if [[ ! $$target =~ $(FUZZ) ]]; then continue; fi; \
	echo "$$folder $$target"; \
	$(STATIC) go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10s "$$folder" </dev/null; \
done
endef

.PHONY: cross
cross: ## build for every platform and check that the linux program is static
	$(say) 'builds without cgo: $(PLATFORMS)'
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	$(call build_all,$$folder); \
	$(STATIC) go run ./internal/check/static "$$folder"/attic-linux-*

.PHONY: release
release: ## build for every platform into bin/release, with check sums
	@rm -rf bin/release; mkdir -p bin/release; \
	$(call build_all,bin/release); \
	cd bin/release && sha256sum attic-* >SHA256SUMS && cat SHA256SUMS

# build_all FOLDER builds the program for every platform into FOLDER.
define build_all
for platform in $(PLATFORMS); do \
	os=$${platform%/*} arch=$${platform#*/} ending=; \
	if [ "$$os" = windows ]; then ending=.exe; fi; \
	echo "$$platform"; \
	GOOS=$$os GOARCH=$$arch $(BUILD) -o $(1)/attic-$$os-$$arch$$ending ./cmd/attic; \
done
endef

.PHONY: bench
bench: ## run the benchmarks (BENCH=Perft COUNT=6 PKG=./games/...)
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PKG)

.PHONY: pictures
pictures: build ## make the pictures of README.md: moving ones from docs/pictures/*.keys, and a board of each game
	bin/attic record atom4 --size 104x38 -o docs/pictures/atom4.svg <docs/pictures/atom4.keys
	bin/attic record ataxx --size 100x32 -o docs/pictures/ataxx.svg <docs/pictures/ataxx.keys
	bin/attic record atommaster --size 100x32 --seed 21 -o docs/pictures/atommaster.svg <docs/pictures/atommaster.keys
	for game in atom4 ataxx atommaster; do bin/attic export $$game --svg --size 480 -o docs/pictures/$$game-board.svg; done
	bin/attic export atom4 --svg --window --ply 15 -o docs/pictures/atom4-window.svg
	bin/attic export ataxx --svg --window --ply 15 -o docs/pictures/ataxx-window.svg
	bin/attic export atommaster --svg --window -o docs/pictures/atommaster-window.svg

.PHONY: perft
perft: ## the long tests: published counts of positions to full depth, minutes
	go test -tags long -timeout 60m ./games/*/rules ./games/atommaster/...

# LEVEL=5 for one level, GAMES=20 for fewer games.
.PHONY: ladder
ladder: ## play each level against the one below, hours
	go test -tags long -count=1 -v -timeout 24h -run EachLevelBeats ./games/atom4/bot ./games/ataxx/bot

MATCH    ?= ataxx
ENGINE   ?= level:9
OURS     ?= think
GAMES    ?= 200
LIMITS   ?= --movetime 100
.PHONY: match
match: build ## play OURS (think) against ENGINE=./engine, a program by the engines' protocol (MATCH=ataxx GAMES=200 LIMITS=)
	bin/attic match $(MATCH) --engine "$(OURS)" --engine "$(ENGINE)" --games $(GAMES) $(LIMITS)

.PHONY: signature
signature: ## write the nodes of a fixed search, which change with the strength of play, to testdata
	go test ./games/atom4/bot ./games/ataxx/bot -run Signature -update

.PHONY: train
train: ## make the weights of the Ataxx evaluation from nothing, within an hour
	go run ./games/ataxx/bot/train -o games/ataxx/bot/weights.bin

.PHONY: pgo
pgo: ## profile both searches for the compiler, into cmd/attic/default.pgo
	@mkdir -p bin
	for game in atom4 ataxx; do \
		go test -run '^$$' -bench Choose -benchtime 20s -cpuprofile bin/$$game.prof -o bin/$$game.test ./games/$$game/bot; \
	done
	go tool pprof -proto bin/atom4.prof bin/ataxx.prof >cmd/attic/default.pgo

.PHONY: monkey
monkey: ## 200,000 random events on the full screen and as many in the window
	MONKEY=200000 go test ./term ./window -run Monkey -timeout 60m

.PHONY: screenbench
screenbench: ## measure the full screen: first frame, key to screen, idle
	go test -tags long -count=1 -v -run SpeedOfTheScreen ./cmd/attic

.PHONY: windowbench
windowbench: programs ## measure the window: first frame, key to frame, idle, memory; painting at 3840x2160
	go test -tags long -count=1 -v -run SpeedOfTheWindow ./cmd/attic
	go test -run '^$$' -bench . -benchmem ./paint ./window

.PHONY: soak
soak: ## ten minutes of random input to the window; the heap may not grow
	SOAK=10m go test -count=1 -v -run Soak -timeout 60m ./window

.PHONY: cover
cover: ## measure test coverage, details in cover.html
	go test -coverprofile cover.out ./...
	go tool cover -html cover.out -o cover.html
	go tool cover -func cover.out | tail -n 1

.PHONY: clean
clean: ## remove what make built
	rm -rf bin cover.out cover.html

# The tools are pinned in a module of their own, so that the program's module does not carry them.
$(TOOLS): tools/go.mod tools/go.sum
	cd tools && $(STATIC) go build -o ../bin/tools/ tool

# make help lists the targets. make writes only to bin/, cover.out and cover.html, which git ignores. Further targets are in dev/Makefile: long
# tests, measurements, training, releases. make NAME finds them too, and make -f dev/Makefile help lists them.
SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := build
.PHONY: help build page hall install uninstall install-hall uninstall-hall fmt check programs format vet modules plain fourth race sound sizes

# All builds use the same settings, without paths, so that they share compiled packages, even with clones in other folders.
FLAGS     := GOFLAGS="$(shell go env GOFLAGS) -trimpath -buildvcs=false"
STATIC    := CGO_ENABLED=0 $(FLAGS)
COMMIT    := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
DATE      := $(shell git log -1 --format=%cs 2>/dev/null)
# Connections use only HTTP/1.1, so the build leaves out HTTP/2: this saves half a megabyte.
BUILD     := $(STATIC) go build -tags nethttpomithttp2 -ldflags "-s -w -X main.commit=$(COMMIT) -X main.date=$(DATE)"
GOFILES    = $(shell find . -name '*.go' -not -path './bin/*' -not -path '*/node_modules/*' -exec grep -L '^// Code generated ' {} +)
PREFIX   ?= /usr/local
NAMES    := atom4 ataxx atommaster
# The sizes of bin/attic and bin/atticd for linux/amd64 in bytes. The check allows a difference of 3 %. A commit that changes SIZE or
# HALLSIZE gives the reason.
SIZE     := 25288866
HALLSIZE := 25743522
# How well the page's core is compressed: make release takes minutes for an eighth less.
QUALITY  := 9
# The macro say prints the heading of a step.
say = @printf '\n== %s\n'

help: ## list the targets
	@sed -nE "s/^([a-z0-9-]+):[^#]*## (.*)/  \1$$(printf '\t')\2/p" $(firstword $(MAKEFILE_LIST)) | expand -t 18
	@[ $(firstword $(MAKEFILE_LIST)) = dev/Makefile ] || echo 'make -f dev/Makefile help lists more: nightly, fuzz, figures, release, bench ...'

build: page ## build the static program bin/attic
	$(BUILD) -o bin/attic ./cmd/attic

page: ## build the part that runs in a browser and is embedded in the programs: ui/web/built
	$(say) 'the page'
	@GOOS=js GOARCH=wasm $(STATIC) go build -ldflags "-s -w" -o bin/core.wasm ./cmd/attic-core
	@$(STATIC) go run ./dev/packaging/jumps bin/core.wasm
	@$(STATIC) go run ./dev/slim/pack bin/core.wasm ui/web/built/core.wasm.br ui/web/built/core.wasm.sum $(QUALITY)
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" ui/web/built/

hall: page ## build the static program bin/atticd, a hall for many tables: docs/server.md
	$(BUILD) -o bin/atticd ./cmd/atticd

# The next four targets use only options that macOS and the BSDs have, too: make packages refuses others.
install: build ## install attic, its links atom4, ataxx, atommaster, manual pages, completions, menu entries and icons below PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/doc/attic"
	install -m 755 bin/attic "$(DESTDIR)$(PREFIX)/bin/attic"
	for name in $(NAMES); do ln -sf attic "$(DESTDIR)$(PREFIX)/bin/$$name"; done
	bin/attic files "$(DESTDIR)$(PREFIX)"
	install -m 644 LICENSE "$(DESTDIR)$(PREFIX)/share/doc/attic/LICENSE"

uninstall: build ## remove everything that make install installed
	cd "$(DESTDIR)$(PREFIX)" && for name in attic $(NAMES); do rm -f "bin/$$name"; done
	bin/attic files --list | { cd "$(DESTDIR)$(PREFIX)"; while read -r file; do rm -f "$$file"; rmdir -p "$$(dirname "$$file")" 2>/dev/null || true; done; \
	rm -f share/doc/attic/LICENSE; rmdir -p share/doc/attic 2>/dev/null || true; }

install-hall: hall ## install atticd, its manual page, licences, systemd unit and compose file below PREFIX (/usr/local)
	dev/packaging/hall bin/atticd "$(DESTDIR)$(PREFIX)" "$(PREFIX)"

uninstall-hall: ## remove everything that make install-hall installed
	dev/packaging/hall --remove "$(DESTDIR)$(PREFIX)"

fmt: bin/tools/gofumpt ## format all Go files
	bin/tools/gofumpt -w $(GOFILES)

# The steps of make check. Collecting garbage less often than by default saves a fifth of the tests' time, and compiling without DWARF an eighth
# of the compile time.
STEPS := programs format vet modules page plain fourth race sound sizes
LOGS  := bin/check

check: ## all checks that a change must pass; about five minutes on two cores
	@mkdir -p $(LOGS); rm -f $(LOGS)/times $(LOGS)/left-out; export GOGC=400 GOFLAGS="$$(go env GOFLAGS) -gcflags=all=-dwarf=false" CHECK=1; began=$$(date +%s); \
	for step in $(STEPS); do \
		from=$$(date +%s); $(MAKE) --no-print-directory $$step || { echo "$$step failed, repeat it alone with \"make $$step\"" >&2; exit 1; }; \
		printf '%6d  %s\n' $$(($$(date +%s) - from)) $$step >>$(LOGS)/times; \
	done; \
	printf '\n== seconds by step, %s in all\n' $$(($$(date +%s) - began)); cat $(LOGS)/times; echo; \
	if [ -s $(LOGS)/left-out ]; then echo "check passed, but left out: $$(paste -sd ';' $(LOGS)/left-out | sed 's/;/; /g')"; else echo 'check passed, nothing was left out'; fi

programs: ## install (as root) the programs that the tests start, or list the tests left out without them; build the tools
	$(say) 'programs of the tests, tools'
	@mkdir -p $(LOGS); dev/check/programs $(LOGS)/left-out & $(MAKE) --no-print-directory bin/tools/gofumpt bin/tools/staticcheck; wait $$!

# If programs are missing, tags leave tests out: nox those that need an X server, nobrowser those that need a browser, noaxe those that need
# axe-core.
has = $(shell dev/check/programs has $(1) && echo yes)
comma := ,
empty :=
NOX = $(addprefix -tags=,$(subst $(empty) $(empty),$(comma),$(strip $(if $(call has,Xvfb xdotool setxkbmap),,nox) $(if $(call has,chromium-headless-shell),,nobrowser) $(if $(call has,axe-core),,noaxe))))

# The macro without WHAT,NEEDS reports that a step is left out. In CI, and outside make check, it also fails.
without = @echo 'left out: $(1) needs $(2)'; [ -n "$${CHECK-}" ] && [ "$${CI-}" != true ]

format: bin/tools/gofumpt ## fail listing the files that gofumpt would change
	$(say) 'format'
	@changed=$$(bin/tools/gofumpt -l $(GOFILES)); \
	if [ -n "$$changed" ]; then printf '%s\n' "$$changed" 'gofumpt would change these files; "make fmt" changes them' >&2; exit 1; fi

# The tags long, pulseaudio and torture only add files. Unused declarations and types are checked on four systems; make nightly checks the
# other systems.
vet: bin/tools/staticcheck ## go vet, staticcheck, the types on other systems, and unused declarations
	$(say) 'go vet, staticcheck, unused declarations'
	@$(STATIC) go vet -tags long,pulseaudio,torture ./...
	@$(STATIC) bin/tools/staticcheck ./...
	@$(STATIC) go run ./dev/check/unused linux/amd64 windows/amd64 darwin/arm64 js/wasm

modules: ## check that go.mod and go.sum are tidy and that downloaded modules are unchanged
	$(say) 'modules'
	go mod tidy -diff
	go mod verify
	cd dev/tools && go mod tidy -diff

# A test runs in one of two steps, plain or race; see dev/race. RACE are the packages with goroutines, slowest first. For the packages in
# RACEOUT, the tests of other packages, or tests that call race.Also, are enough. More tests run at a time than there are cores, because tests
# with several programs spend most of their time waiting.
RACE    := ui/window/x11 ui/term server/sshd server server/keep server/push ui/lines desk dev/desktest table table/newgame table/wire server/online engine/arena engine/uai \
	game/search ui/sound teach/review teach/reviewer teach/searcher teach/study teach/coach draw/paint match/store engine/machine dev/lab/ataxx/selfplay dev/lab/ataxx/train \
	server/jet server/files dev/lab/selfplay internal/later
RACEOUT := cmd/attic cmd/atticd games/atom4/solve games/atommaster/infer dev/wait dev/check/flaky dev/check/unused
TESTS   := go test -p 3 -parallel 4 -vet off -timeout 2h

plain: ## run the tests that the target race leaves out
	$(say) 'tests'
	$(if $(call has,gcc),others=$$(go list ./... | grep -vxFf <(go list $(RACE:%=./%)) | grep -vx '.*/ui/web'); $(STATIC) $(TESTS) $(NOX) ./ui/web $$others,$(STATIC) $(TESTS) $(NOX) ./...)
	$(if $(call has,gcc),$(STATIC) $(TESTS) $(NOX) $$($(STATIC) go run ./dev/check/loops -calls race.Plain$(comma)race.Less $(RACE)))

fourth: ## run the tests that loop over all games with two other games, a copy of Reversi and the toy, game/example/toy
	$(say) 'tests with other games'
	@$(STATIC) dev/check/fourth

race: ## run the tests of code with goroutines under the race detector
	$(say) 'tests under the race detector'
	$(if $(call has,gcc),CGO_ENABLED=1 $(FLAGS) $(TESTS) -race $(NOX) $(RACE:%=./%),$(call without,the race detector,a C compiler: gcc and libc6-dev))
	$(if $(call has,gcc),CGO_ENABLED=1 $(FLAGS) $(TESTS) -race $(NOX) $$($(STATIC) go run ./dev/check/loops -calls race.Also))

sound: ## play every effect through a real sound server and compare the samples that it receives
	$(say) 'sound server'
	$(if $(call has,pulseaudio),$(STATIC) go test -vet off -timeout 2h -count=1 -tags pulseaudio -run PulseAudio ./ui/sound,$(call without,the sound server,pulseaudio))

sizes: ## build the programs without cgo, and check that they are static and about as large as SIZE and HALLSIZE
	$(say) 'build without cgo'
	@$(BUILD) -o $(LOGS)/attic ./cmd/attic
	@$(BUILD) -o $(LOGS)/atticd ./cmd/atticd
	@dev/check/static $(LOGS)/attic=$(SIZE) $(LOGS)/atticd=$(HALLSIZE)

# The tools are pinned in a module of their own, to keep them out of the program's module.
bin/tools/%: dev/tools/go.mod dev/tools/go.sum
	cd dev/tools && $(STATIC) go build -o ../../bin/tools/ $$(grep -oE '\S+/$*$$' go.mod)

# Everything else is in dev/Makefile, which includes this file.
ifneq ($(firstword $(MAKEFILE_LIST)),dev/Makefile)
Makefile: ;
%:
	@$(MAKE) --no-print-directory -f dev/Makefile $@
endif

# make help lists the targets. Everything that make writes goes to bin/, cover.out and cover.html,
# which git ignores; failing fuzz inputs go to testdata/fuzz of their package, to be committed.

# make module PATH=... uses the name of a variable that the commands need: they get the PATH with which make was started.
ifeq ($(origin PATH),command line)
MODULE := $(PATH)
SHELL  := /bin/bash
override export PATH := $(or $(shell PATH=/usr/bin:/bin; tr '\0' '\n' 2>/dev/null </proc/$$PPID/environ | sed -n 's/^PATH=//p'),/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin)
endif

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := build

# Everything built without the race detector uses the same settings, so that compiled packages are shared.
STATIC    := CGO_ENABLED=0 GOFLAGS="$(shell go env GOFLAGS) -trimpath -buildvcs=false"
COMMIT    := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
DATE      := $(shell git log -1 --format=%cs 2>/dev/null)
# Connections use HTTP/1.1 only, so the HTTP/2 of net/http stays out: half a megabyte.
BUILD     := $(STATIC) go build -tags nethttpomithttp2 -ldflags "-s -w -X main.commit=$(COMMIT) -X main.date=$(DATE)"
LINUX     := linux/amd64 linux/arm64
PLATFORMS := $(LINUX) windows/amd64 darwin/arm64
TOOLS     := bin/tools/gofumpt bin/tools/staticcheck bin/tools/govulncheck
GOFILES    = $(shell find . -name '*.go' -not -path './bin/*' -not -path '*/node_modules/*' -exec grep -L '^// Code generated ' {} +)

PREFIX   ?= /usr/local
NAMES    := atom4 ataxx atommaster
# SIZE is the size of bin/attic for linux/amd64 in bytes. The check allows a difference of 3 %; a commit that changes SIZE gives the reason.
SIZE     := 23883938
# The same of bin/atticd.
HALLSIZE := 33562786
BENCH    ?= .
COUNT    ?= 1
FUZZ     ?= ^Fuzz
FUZZTIME ?= 30s
PKG      ?= ./...

# say prints the heading of a step.
say = @printf '\n== %s\n'

.PHONY: help
help: ## list the targets
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1\t\2/p' Makefile | expand -t 14

.PHONY: build
build: page ## build the static program bin/attic
	$(BUILD) -o bin/attic ./cmd/attic

.PHONY: page
page: ## build what runs in a browser, which the program holds: ui/web/built
	$(say) 'the page'
	@GOOS=js GOARCH=wasm $(STATIC) go build -ldflags "-s -w" -o bin/core.wasm ./cmd/attic-core
	@gzip -9 -n -c bin/core.wasm >ui/web/built/core.wasm.gz
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" ui/web/built/

.PHONY: hall
hall: page ## build the static program bin/atticd, a hall for many tables: docs/server.md
	$(BUILD) -o bin/atticd ./cmd/atticd

.PHONY: trainer
trainer: ## build bin/attic-train, the tool with which contributors make positions, networks and puzzles; it is not installed
	$(BUILD) -o bin/attic-train ./cmd/attic-train

.PHONY: icons
icons: ## make the icons of the page from that of the window: ui/web/static/icon.svg, icon.png
	@$(STATIC) go test -vet off -count=1 -run TestIcons ./ui/web -update

.PHONY: start
start: ## write what the page shows before it can play, the games with their pictures: ui/web/static/start.html
	@$(STATIC) go test -vet off -count=1 -run TestStart ./ui/web -update

.PHONY: install
install: build ## install attic, its links atom4, ataxx, atommaster, manual pages, completions, menu entries and icons below PREFIX (/usr/local)
	install -D -m 755 bin/attic "$(DESTDIR)$(PREFIX)/bin/attic"
	for name in $(NAMES); do ln -sf attic "$(DESTDIR)$(PREFIX)/bin/$$name"; done
	bin/attic files "$(DESTDIR)$(PREFIX)"
	install -D -m 644 LICENSE "$(DESTDIR)$(PREFIX)/share/doc/attic/LICENSE"

.PHONY: uninstall
uninstall: build ## remove everything that make install installed
	cd "$(DESTDIR)$(PREFIX)" && for name in attic $(NAMES); do rm -f "bin/$$name"; done
	bin/attic files --list | { cd "$(DESTDIR)$(PREFIX)"; while read -r file; do rm -f "$$file"; rmdir -p --ignore-fail-on-non-empty "$$(dirname "$$file")" 2>/dev/null || true; done; \
	rm -f share/doc/attic/LICENSE; rmdir -p --ignore-fail-on-non-empty share/doc/attic 2>/dev/null || true; }

.PHONY: install-hall
install-hall: hall ## install atticd, its manual page, licences, systemd unit and compose file below PREFIX (/usr/local)
	dev/packaging/hall bin/atticd "$(DESTDIR)$(PREFIX)" "$(PREFIX)"

.PHONY: uninstall-hall
uninstall-hall: ## remove everything that make install-hall installed
	dev/packaging/hall --remove "$(DESTDIR)$(PREFIX)"

.PHONY: readmes
readmes: ## write the program's keys, options, commands and levels into README.md and the games' READMEs
	go test ./cmd/attic -run Readmes -update

.PHONY: licences
licences: ## write cmd/attic/share/licences.txt and cmd/atticd/licences.txt, the licences of everything linked into the programs
	go run ./dev/packaging/licences attic >bin/licences.txt && mv bin/licences.txt cmd/attic/share/licences.txt
	go run ./dev/packaging/licences atticd >bin/licences.txt && mv bin/licences.txt cmd/atticd/licences.txt

.PHONY: test
test: ## run the tests (PKG=./game/search for one package)
	go test -timeout 2h $(PKG)

# The steps of make check. If a step fails, the last line that make prints names it and the command that repeats it alone: that line is the
# name of a target. Garbage is collected less often than by default, which saves a fifth of the tests' time, and nothing is compiled with
# DWARF, which saves an eighth of the compile time.
STEPS := programs format vet modules page plain fourthshort vulncheck race sound fuzzshort cross
LOGS  := bin/check

.PHONY: check
check: started $(foreach step,$(STEPS),$(step)\ failed,\ repeat\ it\ alone\ with\ "make\ $(step)") ## all checks that a change must pass; about ten minutes on two cores
	@printf '\n== seconds by step, %s in all\n' $$(($$(date +%s) - $$(cat $(LOGS)/started))); cat $(LOGS)/times; echo
	@if [ -s $(LOGS)/left-out ]; then echo "check passed, but left out: $$(paste -sd ';' $(LOGS)/left-out | sed 's/;/; /g')"; \
	else echo 'check passed, nothing was left out'; fi

.PHONY: started
started:
	@mkdir -p $(LOGS); date +%s >$(LOGS)/started; rm -f $(LOGS)/times $(LOGS)/left-out

define checked
.PHONY: $(1)\ failed,\ repeat\ it\ alone\ with\ "make\ $(1)"
$(1)\ failed,\ repeat\ it\ alone\ with\ "make\ $(1)": started
	@began=$$$$(date +%s); GOGC=400 GOFLAGS="$$$$(go env GOFLAGS) -gcflags=all=-dwarf=false" $$(MAKE) --no-print-directory $(1) CHECK=1; printf '%6d  %s\n' $$$$(($$$$(date +%s) - began)) $(1) >>$(LOGS)/times
endef
$(foreach step,$(STEPS),$(eval $(call checked,$(step))))

.PHONY: programs
programs: ## install the programs that the tests start (as root), or list the tests left out without them; meanwhile build the tools
	$(say) 'programs of the tests, tools'
	@mkdir -p $(LOGS); dev/check/programs $(LOGS)/left-out & installing=$$!; \
	$(MAKE) --no-print-directory tools; wait $$installing

.PHONY: tools
tools: $(TOOLS)

# What is left out if programs are missing: tests that need an X server are excluded by the tag nox, those that need a browser by nobrowser, and
# what needs axe-core by noaxe.
has = $(shell dev/check/programs has $(1) && echo yes)
NOX = $(addprefix -tags=,$(subst $(empty) $(empty),$(comma),$(strip $(if $(call has,Xvfb xdotool setxkbmap),,nox) $(if $(call has,chromium-headless-shell),,nobrowser) $(if $(call has,axe-core),,noaxe))))
comma := ,

# without WHAT,NEEDS reports that a step is left out; this fails in CI, and if the step is not part of make check.
without = @echo 'left out: $(1) needs $(2)'; [ -n "$(CHECK)" ] && [ "$${CI-}" != true ]

.PHONY: format
format: bin/tools/gofumpt ## fail listing the files that gofumpt would change
	$(say) 'format'
	@changed=$$(bin/tools/gofumpt -l $(GOFILES)); \
	if [ -n "$$changed" ]; then printf '%s\n' "$$changed" 'gofumpt would change these files; "make fmt" does it' >&2; exit 1; fi

.PHONY: fmt
fmt: bin/tools/gofumpt ## format all Go files
	bin/tools/gofumpt -w $(GOFILES)

# The tags long, pulseaudio and torture leave no file out: they only add files.
.PHONY: vet
vet: bin/tools/staticcheck ## go vet, staticcheck, and a check for unused declarations
	$(say) 'go vet'
	@$(STATIC) go vet -tags long,pulseaudio,torture ./...
	@$(STATIC) go vet -tags nox ./ui/window/x11 ./cmd/attic
	@GOOS=js GOARCH=wasm $(STATIC) go vet ./cmd/attic-core
	$(say) 'staticcheck'
	@$(STATIC) bin/tools/staticcheck ./...
	$(say) 'what no program uses'
	@$(STATIC) go run ./dev/check/unused $(PLATFORMS) js/wasm

.PHONY: modules
modules: ## check that go.mod and go.sum are tidy and that downloaded modules are unchanged
	$(say) 'modules'
	go mod tidy -diff
	go mod verify
	cd dev/tools && go mod tidy -diff

# The database of vulnerabilities is on the network, which no test may need, and a change is not to blame for what the database will hold
# tomorrow: the check runs govulncheck on the program with one made-up vulnerability, which it must find.
.PHONY: vulncheck
vulncheck: bin/tools/govulncheck ## try govulncheck on the program, without the network
	$(say) 'govulncheck, with a made-up vulnerability'
	@mkdir -p $(LOGS); $(STATIC) go build -ldflags -w -o $(LOGS)/attic ./cmd/attic
	@bin/tools/govulncheck -mode binary -db "file://$(CURDIR)/dev/tools/vulndb" $(LOGS)/attic >$(LOGS)/vulncheck || [ $$? = 3 ] || { cat $(LOGS)/vulncheck; exit 1; }
	@grep -F 'xgb.NewConnNet' $(LOGS)/vulncheck || { cat $(LOGS)/vulncheck; echo 'it is not found'; exit 1; }

.PHONY: vulns
vulns: bin/tools/govulncheck ## look for known vulnerabilities in the code that attic calls; needs the network
	bin/tools/govulncheck ./...

# How many tests of a package run at a time: more than there are cores, because tests with several programs spend most of their time waiting
# for each other.
WAITING := 4

# A test runs in one of two steps, plain or race. Those of the packages with goroutines, slowest first, run under the race detector. It makes
# tests four to eight times slower, so long tests with a single goroutine are left to the step plain: films and comparisons of pictures, long games,
# long searches. So are tests that start the program many times with goroutines that other tests start too: a start takes 70 ms longer
# under the race detector. Some tests run in both: RACELESS, and of other packages RACEHALL, RACEWINDOW and RACEPROOF.
RACE     := ./cmd/attic ./ui/window/x11 ./ui/term ./server/sshd ./server ./server/keep ./desk/command/... ./desk/... ./table ./table/wire ./server/online ./engine/arena ./engine/uai ./game/search ./ui/sound ./teach/review ./teach/reviewer ./teach/study ./teach/coach ./draw/paint ./match/store ./engine/machine \
	./dev/lab/ataxx/selfplay ./dev/lab/ataxx/train ./server/jet ./server/files ./dev/lab/selfplay ./internal/later
# Packages with goroutines of which tests of other packages, or those named below, are enough.
RACEOUT  := ./cmd/atticd ./games/atom4/solve ./games/atommaster ./games/atommaster/infer ./internal/wait ./dev/check/flaky ./dev/check/load
RACESKIP := TestSizesOfPictures TestPicturesHaveSpots TestAnswersAreForThePositionShown TestPicturesShowNothingHidden TestEqualGamesGiveEqualPictures TestPicturesLookAsBefore TestWindowsLookAsTheyDid \
	TestDisplaysOfAnyDepth TestLayersComeInSteps TestAHintIsDrawn TestNothingIsToldByColourAlone TestGolden TestEveryMoveCanBeMadeInEveryWay \
	TestEveryWay TestNoAnswerIsEndless TestGamesInAWindow/atom4.* TestWavesAre.* TestTimeIsKept TestClaimedWinsAreWins TestDepthIsBounded TestTable \
	TestFitLearns TestGradient TestTheEngineSaysTheSame TestTooFewPositions TestWhatIsKept TestGamesRepeat TestBoardsAreKeptOnce \
	TestTheJournalIsAsTheTable TestNothingHiddenIsTold TestGamesAreSmall TestEveryCourseOnAScreen TestGoldenCourses TestGoldenStatistics \
	TestReviewOfWhatWasHidden TestEveryWordIsKnown TestCoachInLines TestControlsAreSteady TestKeysOfEveryGame TestForms TestWhatIsAlwaysShown \
	TestHelpFits TestTheKeyLineStays TestGamesInAWindow/ataxx.* TestTheCoachTellsTheTruth TestTheLimitOfAJournal TestPicturesArriveOnScreens.* \
	TestWholeGamesAreHeard TestLinesBeginToPlay TestPagesHaveTheEnvironment TestWithoutADisplay TestHiddenSquaresAreNeverShown TestTheMenuRemembers \
	TestLooks TestWhenTheScreenIsFilled TestLectures TestWalkOnTheLattice TestTheFirstLabelComesSoon TestAFileThatHasLostItsEnd \
	TestAFileThatSomethingElseChanges TestShorterFilesThatHaveLostNothing TestAGuestHasNoMachine TestEveryMoveOverAConnection \
	TestPicturesShowTheScene TestPicturesMove TestGames TestEverySentenceCanBeRead TestLongHints TestBothCarryOutEveryCommand TestTheCoachOfABeginnerCounts TestCoursesByLines \
	TestGoldenSizes TestGoldenReview TestSwappingWhoHides TestHintsBeforeTheFirstMove \
	TestASmallSearchIsNotTrusted TestSearchEqualsMinimax TestLinesEqualMinimax TestKeysOfAtommaster TestKeysOfAtaxx TestHelpBeginsWithTheLesson \
	TestNoPictures TestPicturesAreBounded TestLessonAfterAHint TestLessonOfAHint TestSwitchesTellTheirState TestMistakesOfJudgedGamesArePractised \
	TestEachLineOfInsightsOpensItsGames TestAReviewedDealMakesPuzzles TestStatisticsOfGamesJustPlayed TestDamagedRecords
# Scripts in which a single person or engine does one thing after another; scripts with two machines or engines are run.
RACEALONE := arguments arguments_odd ataxx_blocks ataxx_guide ataxx_load ataxx_program ataxx_results ataxx_states atom4_draw atom4_game \
	atom4_program atommaster_hide atommaster_manual atommaster_review bad_lines bad_saves bad_seats bad_words beams engine_ataxx eval export \
	export_errors fen files gate generate help hint how_many_layouts_are_left language lessons library match_levels match_many match_wrong menu moved names network_words openings opponents own \
	perft perft_over positions records review save seed solve stats window
# Of the tests that start atticd, in which many people play at a hall that is killed.
RACEHALL := ^TestKillsOfTheHall$$
RACEWINDOW := ^(TestTheEnd|TestFramesComeByThemselves|TestWhileTheProgramThinks|TestUrgency)$$
# Of Atom-4, a proof by two threads.
RACEPROOF := ^TestAProofIsKept$$
# Random tests, which do less under the race detector: they run in both steps.
RACELESS := TestMonkey TestCutsAndLies TestNothingHiddenIsSent TestNothingHiddenIsSentAtAHall TestLookAlikesAreSentAlike
empty    :=
pattern   = $(subst $(empty) $(empty),|,$(foreach test,$(1),^$(subst /,$$/^,$(test))$$))
ALONE    := $(RACESKIP) TestScripts/($(subst $(empty) $(empty),|,$(RACEALONE)))

.PHONY: plain
plain: ## run the tests that the step race leaves out
	$(say) 'tests'
	$(if $(call has,gcc),others=$$(go list ./... | grep -vxFf <(go list $(RACE))); $(call plain_tests,./ui/web ./ui/compose ./ui/window $$others),$(call plain_tests,./...))
	$(if $(call has,gcc),$(call plain_tests,-run '$(call pattern,$(ALONE) $(RACELESS))' $(RACE)))

plain_tests = $(STATIC) go test -p 3 -parallel $(WAITING) -vet off -timeout 2h $(NOX) $(1)

.PHONY: race
race: ## run the tests of code with goroutines under the race detector
	$(say) 'tests under the race detector'
	$(if $(call has,gcc),$(call race_tests,-skip '$(call pattern,$(ALONE))' $(NOX) $(RACE)),$(call without,the race detector,a C compiler: gcc and libc6-dev))
	$(if $(call has,gcc),$(call race_tests,-run '$(RACEHALL)|$(RACEWINDOW)|$(RACEPROOF)' ./ui/window ./cmd/atticd ./games/atom4))

# Fewer random events, acts and games than in the step plain.
race_tests = CGO_ENABLED=1 MONKEY=1000 CUTS=1000 LEAKS=20 go test -race -p 3 -parallel $(WAITING) -vet off -timeout 2h $(1)

.PHONY: sound
sound: ## play every effect through a real sound server and compare what it hears
	$(say) 'sound server'
	$(if $(call has,pulseaudio),$(STATIC) go test -vet off -timeout 2h -count=1 -tags pulseaudio -run PulseAudio ./ui/sound,$(call without,the sound server,pulseaudio))

FLAKY ?= -for 2h
.PHONY: flaky
flaky: ## find tests that fail sometimes: run all tests again and again in random order, with both cores loaded (FLAKY='-n 5')
	@mkdir -p bin; go build -o bin/hunt ./dev/check/flaky
	bin/hunt $(FLAKY)

.PHONY: fuzz
fuzz: ## fuzz each target for FUZZTIME (30s), or only those that match FUZZ
	@$(STATIC) dev/check/fuzz '$(FUZZ)' $(FUZZTIME) "$$(go env GOCACHE)/fuzz/attic" 1

# A number of inputs instead of a time, and no inputs of earlier runs: the same work on every machine.
.PHONY: fuzzshort
fuzzshort: ## try 500 inputs with every fuzz target
	$(say) 'short fuzzing'
	@rm -rf bin/fuzz/short; $(STATIC) dev/check/fuzz '$(FUZZ)' 500x $(CURDIR)/bin/fuzz/short 2

# For other platforms, only types are checked, which takes seconds; "make release" compiles the program for them.
.PHONY: cross
cross: ## build the programs, check that they are static, check the types for other systems, and try the kernel of arm64
	$(say) 'build without cgo'
	@$(BUILD) -o $(LOGS)/attic ./cmd/attic
	@$(STATIC) go run ./dev/check/static $(if $(filter amd64,$(shell go env GOARCH)),-size $(SIZE)) $(LOGS)/attic
	@$(BUILD) -o $(LOGS)/atticd ./cmd/atticd
	@$(STATIC) go run ./dev/check/static $(if $(filter amd64,$(shell go env GOARCH)),-size $(HALLSIZE)) $(LOGS)/atticd
	$(say) 'types for other systems'
	@$(STATIC) go run ./dev/check/platforms ./cmd/... $(filter-out linux/$(shell go env GOARCH),$(PLATFORMS))
	@$(STATIC) go run ./dev/check/platforms ./cmd/attic-core js/wasm
	$(if $(call has,qemu-aarch64),$(ARM64),$(call without,the kernel of arm64,qemu-user))

# The network of Ataxx gives the same values on arm64: its tests run there on an emulated processor.
ARM64 = @folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	$(STATIC) GOARCH=arm64 go test -c -gcflags='all=-N -l -dwarf=false' -o "$$folder/test" ./games/ataxx/bot && \
	cd games/ataxx/bot && qemu-aarch64 "$$folder/test" -test.run 'Kernel|Signature|TheNetwork'

RELEASE := linux/amd64 linux/arm64 linux/riscv64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64
VERSION := $(shell sed -n 's/^const Release = "\(.*\)"$$/\1/p' cmd/internal/shell/shell.go)

# URL=https://... is the future address of the files; with it, a Homebrew formula, a PKGBUILD and a Flatpak manifest are made too.
.PHONY: release
release: build bin/tools/nfpm ## make the files to publish in bin/release: source, archives for RELEASE, packages, also of the hall, checksums (URL=)
	@BUILD='$(BUILD)' VERSION='$(VERSION)' URL='$(URL)' dev/packaging/release $(RELEASE)

.PHONY: packages
packages: bin/tools/nfpm ## install, build and unpack the files of make release in temporary folders, and check them; takes minutes
	dev/packaging/programs
	dev/packaging/installed $(MAKE)
	dev/packaging/checked $(MAKE) "$(RELEASE)"

.PHONY: module
module: ## change the path of the module everywhere: make module PATH=example.org/x/attic
	@dev/check/module '$(MODULE)'

.PHONY: moduletest
moduletest: ## rename the module in a copy, build it, and use its rules from another module; takes a minute
	dev/check/module --try

.PHONY: bench
bench: ## run the benchmarks (BENCH=Perft COUNT=6 PKG=./games/...)
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PKG)

.PHONY: pictures
pictures: build ## make the pictures of README.md: animations from docs/pictures/*.keys, and a board of each game
	bin/attic record atom4 --size 104x38 -o docs/pictures/atom4.svg <docs/pictures/atom4.keys
	bin/attic record ataxx --size 100x32 -o docs/pictures/ataxx.svg <docs/pictures/ataxx.keys
	bin/attic record atommaster --size 100x32 --seed 21 -o docs/pictures/atommaster.svg <docs/pictures/atommaster.keys
	for game in atom4 ataxx atommaster; do bin/attic export $$game --svg --size 480 -o docs/pictures/$$game-board.svg; done
	bin/attic export atom4 --svg --window --ply 15 -o docs/pictures/atom4-window.svg
	bin/attic export ataxx --svg --window --ply 15 -o docs/pictures/ataxx-window.svg
	bin/attic export atommaster --svg --window -o docs/pictures/atommaster-window.svg
	bin/attic export ataxx --svg --window --phone --ply 15 -o docs/pictures/ataxx-phone.svg

.PHONY: gallery
gallery: ## make bin/gallery.html: every page of every game in all sizes of window and terminal and all themes (ONLY='ataxx, review' for some pages, those of the window as PNG files in bin/gallery too)
	@rm -rf bin/gallery; mkdir -p bin/gallery
	$(STATIC) go test -p 1 -vet off -count=1 -run '^(TestLayout|TestPages)$$' ./ui/compose ./ui/term -args -gallery "$(CURDIR)/bin/gallery" -only '$(ONLY)'

.PHONY: hints
hints: ## compare Atommaster's hints in 2,800 positions with a search of all boards, and hints with warnings and reviews in 460 careless games; time hints; takes minutes
	go test -tags long -count=1 -v -timeout 60m -run "ManyHints|ManyCareless|TimeOfHints" ./games/atommaster

.PHONY: solver
solver: ## measure the mean score of Atommaster's solver over all boards with 3 to 5 atoms, and over SAMPLE random boards with 6 (2000, after SKIP others); takes half an hour
	go test -tags long -count=1 -v -timeout 4h -run 'AllBoards$$|OfSamples|TimeOfMoves' ./games/atommaster/bot -args -sample $(or $(SAMPLE),2000) -skip $(or $(SKIP),0)

.PHONY: perft
perft: ## run the long tests: published counts of positions to full depth; takes minutes
	go test -tags long -timeout 60m ./games/*/rules ./games/atommaster/...

.PHONY: puzzle-levels
puzzle-levels: ## let the reference players try all puzzles, and print what share of each level each of them solves; takes minutes
	for game in atom4 ataxx atommaster; do echo "| $$game |"; go run ./cmd/attic-train puzzles $$game --grade games/$$game/puzzles.txt >/dev/null || exit 1; done

.PHONY: puzzles
puzzles: ## prove the solutions of all puzzles with solvers that share no code with the program's own; takes minutes
	go test -tags long -count=1 -v -timeout 4h -run 'AllPuzzles' ./games/...

# PROOF=24 for samples of a longer proof; SAMPLES=1000 for more of them.
.PHONY: claims
claims: ## check what attic solve says of Atom-4: all claims up to CLAIMS=14 plies, and SAMPLES=100 ways through the proof for PROOF=22 (KEPT=a checkpoint of it), with a solver that shares no code with the program's own; takes minutes
	CLAIMS=$${CLAIMS:-14} PROOF=$${PROOF:-22} SAMPLES=$${SAMPLES:-100} go test -count=1 -v -timeout 4h -run 'TestClaims|TestSamplesOfProofs' ./games/atom4

# It can be killed at any time: bin/proof keeps what is known, and the same command continues, also with more plies.
PLIES ?= 28
.PHONY: proof
proof: build ## prove that nobody can force a win from the start of Atom-4 within PLIES=28 plies, with two threads and 1 GB; what a kill leaves is continued; 28 take about an hour of two idle cores
	bin/attic solve atom4 --plies $(PLIES) --threads 2 --memory 1024 --keep bin/proof

# GAMES=100 for more rounds, LEVEL=7 or PLAY=2000 nodes a move for others; EARLY=10 for one more ply.
.PHONY: threats
threats: ## play rounds of Atom-4 between equals with and without wins by continuous threats, count those that hints see, and look for such wins in all positions after at most eight plies; takes minutes
	go test -tags long -count=1 -v -timeout 24h -run 'ThreatsInPlay|ThreatsInHints|NoEarlyWinByThreats' ./games/atom4

# NODES=4000000 for longer searches.
.PHONY: book-atom4
book-atom4: ## search all positions of Atom-4 after at most four plies, NODES=1000000 each, write games/atom4/book.txt, and print the book as a table; takes minutes
	go test -tags long -count=1 -v -timeout 24h -run 'SearchForTheBook' ./games/atom4
	go test -tags long -count=1 -v -run 'TheBookAsATable' ./games/atom4

# NODES=7000 for longer searches, PLIES=0 from the start itself.
.PHONY: starter
starter: ## play GAMES=400 rounds of Atom-4 between equals from PLIES=4 random plies, and count what the player who begins scores; takes minutes
	go test -tags long -count=1 -v -timeout 24h -run 'StarterScores' ./games/atom4

# POSITIONS=300 for fewer positions, NODES=20000 for shorter searches.
.PHONY: reasons
reasons: ## check hints that compare two moves in 2,000 positions of each game; takes half an hour
	go test -tags long -count=1 -v -timeout 24h -run 'ManyHintsCompareTruly' ./games/atom4 ./games/ataxx

.PHONY: ideas
ideas: ## compare the ideas found in moves of 2,000 positions with their definitions, and search the answers of lessons on strategy; takes minutes
	go test -tags long -count=1 -v -timeout 4h -run 'TestManyIdeas|TestStrategyIsSound' ./games/atom4 ./games/ataxx ./games/atommaster

# HINTS=50 for fewer positions; STAGE=2 EXAMPLES=20 to print 20 hints of the second stage of Ataxx.
.PHONY: teaching
teaching: ## count the hints that name an idea or show a refutation, in 300 positions of each stage of a game; takes an hour
	go test -tags long -count=1 -v -timeout 12h -run 'ManyHintsTeach' ./games/atom4 ./games/ataxx ./games/atommaster

# INSIGHTS=DIR keeps the libraries, to look at them: XDG_STATE_HOME='DIR/ataxx_tired' attic stats
.PHONY: insights
insights: ## judge 300 games of players with known weaknesses, and check that the insights name these; takes minutes
	go test -tags long -count=1 -v -timeout 4h -run ManyKnownWeaknesses ./teach/stats

.PHONY: missed
missed: ## measure what a hint of Ataxx loses against a search of 4 million nodes in 100 positions; takes minutes
	go test -tags long -count=1 -v -run WhatHintsMiss ./games/ataxx

# LEVEL=5 for one level, GAMES=20 for fewer games, SHARE=1 for high levels with all of their nodes.
.PHONY: ladder
ladder: ## play each level against the one below, in Atommaster on the same deals, and reference players against the levels, let the level follow their results, and print tables; takes hours
	go test -tags long -count=1 -v -timeout 24h -run 'Ladder$$|PeopleFindALevel|TheLevelFollows' ./games/atom4/bot ./games/ataxx/bot ./games/atommaster/bot

# TRIAL="LateBase=50 Null=3" for the changes of search.Tuning; GAMES=100, NODES=2000, SEED=0.
.PHONY: trial
trial: ## play the search of Atom-4 against one with the changes in TRIAL="FIELD=NUMBER ..." of its tuning, 400 games; takes minutes
	TRIAL="$(TRIAL)" go test -tags long -count=1 -v -timeout 24h -run 'Trial$$' ./games/atom4/bot

MATCH    ?= ataxx
ENGINE   ?= level:9
OURS     ?= think
GAMES    ?= 200
LIMITS   ?= --movetime 100
.PHONY: match
match: build ## play OURS (think) against ENGINE=./engine, a program that speaks the engine protocol (MATCH=ataxx GAMES=200 LIMITS=)
	bin/attic match $(MATCH) --engine "$(OURS)" --engine "$(ENGINE)" --games $(GAMES) $(LIMITS)

.PHONY: signature
signature: ## write the node counts of a fixed search, which change whenever the play changes, to testdata
	go test ./games/atom4/bot ./games/ataxx/bot -run Signature -update

# The training data of Ataxx is kept outside the tree and grows from generation to generation.
CORPUS    ?= $(or $(ATTIC_CORPUS),../corpus)
POSITIONS ?= 10000000
NET       ?= bin/new.net
BOARDS    ?= all

.PHONY: selfplay
selfplay: trainer ## let Ataxx play against itself and keep the positions in CORPUS (../corpus), until interrupted
	bin/attic-train selfplay ataxx "$(CORPUS)"

# START=nothing shows what can be learned from scratch: all games are played by an engine that only counts pieces, into a folder of their
# own, and the resulting network plays a match against that engine instead of the network in the tree.
.PHONY: train
train: build trainer ## play until CORPUS has POSITIONS positions (10000000), train the networks further on all of them and play them against those in the tree (BOARDS=all, open or blocks; START=nothing)
ifeq ($(START),nothing)
	bin/attic-train selfplay ataxx bin/nothing --net none --positions $(POSITIONS)
	bin/attic-train train ataxx bin/nothing -o bin/nothing.net
	bin/attic match ataxx --engine "bin/attic engine ataxx" --option EvalFile=bin/nothing.net --engine "bin/attic engine ataxx" \
		--option EvalFile=none --nodes 5000 --concurrency 2 --games 200
else
	bin/attic-train selfplay ataxx "$(CORPUS)" --positions $(POSITIONS)
	bin/attic-train train ataxx "$(CORPUS)" -o $(NET) $(if $(filter all,$(BOARDS)),,--only $(BOARDS)) --continue
	dev/lab/ataxx/train/gate bin/attic $(NET) games/ataxx/bot/weights.bin $(BOARDS)
endif

# Atom-4 needs far fewer positions: its evaluation has some 1,100 numbers.
MOVES ?= 2500000

.PHONY: train-atom4
train-atom4: build trainer ## let Atom-4 play until CORPUS/atom4 has MOVES moves (2500000), fit its evaluation to them, into bin/atom4.values, and play it against the one in the tree
	bin/attic-train selfplay atom4 "$(CORPUS)/atom4" --positions $(MOVES)
	bin/attic-train train atom4 "$(CORPUS)/atom4" -o bin/atom4.values --epochs 6
	bin/attic openings atom4 --count 200 --seed 1 >bin/atom4.openings
	bin/attic match atom4 --engine "bin/attic engine atom4" --option EvalFile=bin/atom4.values --engine "bin/attic engine atom4" \
		--openings bin/atom4.openings --nodes 2000 --concurrency 2 --games 400
	@echo "if it is better: cp bin/atom4.values games/atom4/bot/weights.bin, then make signature, make ladder, docs/performance.md"

.PHONY: gate
gate: build ## play the network NET (bin/new.net) against the one in the tree, on BOARDS (all, open, blocks), and replace that one if NET is better
	dev/lab/ataxx/train/gate bin/attic $(NET) games/ataxx/bot/weights.bin $(BOARDS)

.PHONY: pgo
pgo: ## profile both searches for the compiler, into cmd/attic/default.pgo
	@mkdir -p bin
	for game in atom4 ataxx; do \
		go test -run '^$$' -bench Choose -benchtime 20s -cpuprofile bin/$$game.prof -o bin/$$game.test ./games/$$game/bot; \
	done
	go tool pprof -proto bin/atom4.prof bin/ataxx.prof >cmd/attic/default.pgo

.PHONY: fourth
fourth: ## run the tests of the front-ends with two more games, a copy of Reversi and the toy of the conformance suite
	$(STATIC) dev/check/fourth all

.PHONY: fourthshort
fourthshort: ## run the tests that loop over all games with two other games, a copy of Reversi and the toy of the conformance suite
	$(say) 'tests with other games'
	@$(STATIC) dev/check/fourth

# KILLS=50 for fewer kills.
.PHONY: kills
kills: ## kill the program 500 times in line mode and 100 times on the full screen; nothing that was shown may be lost
	go test -tags long -count=1 -v -timeout 60m -run 'KillsInLines|KillsOnTheScreen' ./cmd/attic

.PHONY: hall-kills
hall-kills: ## kill a hall 200 times while people play at 24 tables: no move lost or doubled, no answer false, no game ends twice, no clock counts downtime
	HALLKILLS=$${HALLKILLS:-200} go test ./cmd/atticd -count=1 -run KillsOfTheHall -v -timeout 60m

# Each part alone: make torture RUN=Cuts CUTS=5. docs/torture.md lists them; those
# with disks need root on Linux, and Sync needs strace. RACE is a number of seconds.
.PHONY: torture
torture: ## people play at halls on NATS while halls, leaders, networks, disks, bits and the power fail; two processes write to the same games for an hour
	@git log -1 --format='attic %h, %cd'; go list -m github.com/nats-io/nats-server/v2; date
	go test -tags torture -count=1 -v -timeout 6h -run 'Torture$(RUN)$(if $(RUN),$$)' ./cmd/atticd

.PHONY: acts
acts: ## 100,000 random acts at tables whose journals are on a disk; each journal must match its table
	ACTS=100000 go test ./table -count=1 -run TheJournalIsAsTheTable -v -timeout 60m

.PHONY: cuts
cuts: ## 1,000,000 random acts of two people at two machines, with cuts, kills and lies; 10,000 games searched for leaks of hidden information
	CUTS=$${CUTS:-1000000} LEAKS=$${LEAKS:-10000} go test ./table/wire -count=1 -run 'CutsAndLies|NothingHiddenIsSent|LookAlikes' -v -timeout 120m

.PHONY: monkey
monkey: ## 200,000 random events on the full screen and as many in the window
	MONKEY=200000 go test ./ui/term ./ui/compose ./ui/window -run Monkey -timeout 60m

.PHONY: screenbench
screenbench: ## measure the full screen: first frame, time from key to screen, idle load
	go test -tags long -count=1 -v -run SpeedOfTheScreen ./cmd/attic

.PHONY: windowbench
windowbench: programs ## measure the window: first frame, time from key to frame, idle load, memory; painting at 3840x2160
	go test -tags long -count=1 -v -run SpeedOfTheWindow ./cmd/attic
	go test -run '^$$' -bench . -benchmem ./draw/paint ./ui/window

# BEFORE=HEAD~1 for another commit.
.PHONY: startbench
startbench: BEFORE = 2407ce9
startbench: build programs ## measure processor time and memory of starts next to those of the commit BEFORE (2407ce9), built in the same way; four minutes
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; git archive $(BEFORE) | tar -x -C "$$folder"; $(MAKE) --no-print-directory -C "$$folder" build >/dev/null; \
	ATTIC="$(CURDIR)/bin/attic" BEFORE="$$folder/bin/attic" AGAINST=$(BEFORE) go test -tags long -count=1 -v -timeout 30m -run SpeedOfStarts ./cmd/attic

# The program as it was before two people could play at two machines, for comparison.
BEFORE ?= 62259d5
.PHONY: network
network: ## measure games between two machines: moves, 1,000 games, 200 spectators, and the program's size next to BEFORE's
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; git archive $(BEFORE) | tar -x -C "$$folder"; \
	(cd "$$folder" && $(STATIC) go build -ldflags "-s -w" -o before ./cmd/attic); \
	BEFORE="$$folder/before" go test -tags long -count=1 -v -timeout 2h -run SpeedOfTheNetwork ./cmd/attic

.PHONY: pages
pages: programs ## the page in browsers: figures, games over a bad network and by keys alone, Firefox and WebKit, pictures of it in bin/pages
	@dev/check/programs has firefox-esr WebKitWebDriver || apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver >/dev/null
	@rm -rf bin/pages; mkdir -p bin/pages
	SHOTS='$(CURDIR)/bin/pages' go test -tags long -vet off -count=1 -v -timeout 2h -run 'FiguresOfThePage|ABrowserAndATerminal|TwoBrowsers|AnotherAddress|OtherBrowsers|WholeGames|OrderOfReading|PicturesOfPages' ./ui/web
	@echo 'pictures to look through: bin/pages'

.PHONY: soak
soak: ## ten minutes of random input to the window; the heap may not grow
	SOAK=10m go test -count=1 -v -run Soak -timeout 60m ./ui/window

# ACCOUNT=FOLDER for another tree.
.PHONY: account
account: ## say what the bytes of the program are for: sections, code by package and module, data
	@$(STATIC) go run ./dev/check/account $(ACCOUNT)

# HOUSE='2407ce9 HEAD~3' for other commits.
.PHONY: house
house: ## compare lines, bytes, methods and interfaces of 2407ce9 (HOUSE) with the working tree
	@$(STATIC) go run ./dev/check/house $(or $(HOUSE),2407ce9)

# WALK=2407ce9 for a commit.
.PHONY: walks
walks: ## the functions that a key, a click, a typed line, a hint and a guest's move go through, in their order
	@$(STATIC) go run ./dev/check/walk $(WALK)

# FIGURES=size for only the figures whose command matches.
.PHONY: figures
figures: ## measure the size and speed figures of docs/performance.md again, each figure after its command; about ten minutes
	@FIGURES='$(FIGURES)' dev/check/figures

.PHONY: cover
cover: ## measure test coverage, details in cover.html
	go test -coverprofile cover.out ./...
	go tool cover -html cover.out -o cover.html
	go tool cover -func cover.out | tail -n 1

.PHONY: clean
clean: ## remove everything that make built
	rm -rf bin cover.out cover.html

# nfpm makes packages; it has many modules, and nothing else here needs them.
bin/tools/nfpm: dev/packaging/tools/go.mod dev/packaging/tools/go.sum
	cd dev/packaging/tools && $(STATIC) go build -o ../../../bin/tools/ tool

# The tools are pinned in a module of their own, to keep them out of the program's module.
$(TOOLS): dev/tools/go.mod dev/tools/go.sum
	cd dev/tools && $(STATIC) go build -o ../../bin/tools/ tool

# README.md tells what a person needs; this file is for those who work on Parlando.
.PHONY: help run build test test-all test-slow vet lint unit pure accessibility race shortened modules sound e2e conformance aimock checks tour pictures kills gone damage damaged shapes times bench bench-wire measure fuzz \
  fuzz-short words counts package package-check repository repository-check windows windows-check clean

# An older Go fetches the one that go.mod names; Debian's does so only when told to.
export GOTOOLCHAIN ?= auto

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

run: ## build if needed and open the window
	@.ci/install run
	@.ci/build
	@.ci/start

build:
	@.ci/install run
	@.ci/build

# The parts, and which package is tested how: .ci/suite.go.
suite = go run .ci/suite.go

test: ready ## everything once, with a table of the parts at the end
	$(suite)

test-all: ready ## that, and the nested modules even if what they test has not changed
	$(suite) -all

test-slow: ## the twenty slowest tests of the last run
	$(suite) -slow

vet lint pure accessibility race shortened modules sound e2e: ready ## one part of the suite
	$(suite) $@

unit: ready ## all packages without the race detector
	go test ./...

.PHONY: ready
ready:
	@.ci/install test

conformance: ## the official Go and Node SDKs against the practice gateway
	.ci/conformance

aimock: ready ## another project's server with tools answers the real window
	@.ci/aimock

checks: ready ## what make test leaves out, if it is due (.ci/checks.txt); CHECKS names some, "-list" lists all
	go run .ci/checks.go $(CHECKS)

tour: ## pictures of every step, in build/tour
	@.ci/tour

pictures: ## the pictures of README and help in docs, in each language
	@for l in en de ja; do for look in readme-$$l help-$$l-light help-$$l-dark; do .ci/tour -only $$look -docs docs || exit 1; done; done

kills: ## N kills (60) of the program while it is used; no typed word may be lost; SEED replays a run
	@.ci/kills -n $(or $(N),60) -seed $(or $(SEED),0)

gone: ## the data folder is unmounted and mounted again while Parlando runs (Linux)
	PARLANDO_TEST_MOUNT=1 unshare -rm go test ./app/core -run TestAnUnmountedFolder -count=1 -v

damage: ## 820 libraries with a flipped bit or a cut file are recovered; prints what was lost
	PARLANDO_ALL_DAMAGE=1 go test ./app/recovery/... -run 'Damage|OneBit|Cut|Stopped' -count=1 -v -timeout 30m

damaged: ## 4,800 damaged sounds, pictures and documents are read: no panic, no hang, at most 110 MB
	go run ./.ci/damaged

shapes: ## the waveforms of 20 MP3s of speech and music against their samples (espeak-ng, ffmpeg, lame)
	@.ci/shapes

times: ## three recordings of an hour and one of two, killed 20 times, come back with each word and its time
	PARLANDO_LONG_TIMES=1 go test ./app/transcripts/... -run 'OfALongRecording|TestTwoHours' -count=1 -v -timeout 30m

bench: ## go benchmarks, to be compared with benchstat
	go test -run '^$$' -bench . -skip StuckShapes -benchmem ./client/... ./app/history/... ./app/replies/... ./views/...

bench-wire: ## the client against others in one run: processor, allocations, first word
	cd client/bench && go run .

measure: ## the table of docs/performance.md, from the real program
	@.ci/measure

words: ## put new sentences into assets/translations/en.json
	go test ./views/words -run TestEveryWordIsInTranslation -update

fuzz: ## ten minutes for each fuzz target
	.ci/fuzz 10m

fuzz-short:
	.ci/fuzz 20s

package: ## a .deb, an .rpm and a .tar.xz in build/packages
	.ci/package/build

package-check: ## that, judged, and the .deb tried as its user does (docs/release.md); needs root
	.ci/package/check

repository: ## an apt and a dnf repository of build/packages, signed, in build/repository (docs/release.md)
	@.ci/package/repository

repository-check: ## that, added, installed, updated and refused as its user does (docs/release.md); needs root
	@.ci/package/repository-check

windows: ## the three programs, an installer and a .zip for Windows, in build/windows
	.ci/windows/build

windows-check: ## that, installed and tried under Wine (docs/release.md)
	.ci/windows/check

counts: ## by package, what names and comments should be rid of; -w lowers the ceilings
	cd .ci/lint && go run ./counts ../..

clean:
	rm -rf build

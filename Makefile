# README.md tells what a person needs; this file is for those who work on Parley.
.PHONY: run build test vet lint unit race modules e2e conformance tour bench bench-wire measure fuzz fuzz-short words clean

run: ## build if needed and open the window
	@.ci/go-version
	@.ci/install run
	@.ci/build
	@.ci/start

build:
	@.ci/go-version
	@.ci/install run
	@.ci/build

test: ## everything: vet, lint, unit and story tests, race detector, end to end
	@.ci/go-version
	@.ci/install test
	$(MAKE) --no-print-directory vet lint unit race modules fuzz-short e2e conformance

vet:
	go vet ./...
	go vet -tags e2e ./...

lint:
	.ci/lint-run

unit:
	go test ./...

# The packages that reach Fyne's app compile OpenGL bindings, which takes minutes under the race detector.
race:
	go test -race -timeout 30m $$(go list ./... | grep -v -e '^parley$$' -e '^parley/app$$' -e '^parley/app/e2e')

modules: ## the modules below this one: other clients to compare with, a bad network
	.ci/modules

e2e:
	go build -tags e2e -o build/parley-e2e .
	go build -ldflags '-s -w' -o build/parley-pictures ./media/picture/heif/parley-pictures
	PARLEY_PROGRAM=$(CURDIR)/build/parley-e2e go test -tags e2e -count=1 -timeout 20m ./app/... -run EndToEnd

conformance: ## the official Go and Node SDKs against the practice gateway
	.ci/conformance

tour: ## pictures of every step, in build/tour
	@.ci/tour

bench: ## go benchmarks, to be compared with benchstat
	go test -run '^$$' -bench . -benchmem ./client/... ./app/history/... ./app/replies/... ./views/...

bench-wire: ## the client against others in one run: processor, allocations, first word, upload
	cd client/bench && go run .

measure: ## the table of docs/performance.md, from the real program
	@.ci/measure

words: ## put new sentences into assets/translations/en.json
	go test ./views/words -run TestEveryWordIsInTranslation -update

fuzz: ## ten minutes for each fuzz target
	.ci/fuzz 10m

fuzz-short:
	.ci/fuzz 20s

clean:
	rm -rf build

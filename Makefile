# README.md tells what a person needs; this file is for those who work on Parley.
.PHONY: run build test vet lint unit race e2e conformance tour bench measure fuzz words clean

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
	$(MAKE) --no-print-directory vet lint unit race e2e

vet:
	go vet ./...
	go vet -tags e2e ./...

lint:
	.ci/lint-run

unit:
	go test ./...

# The packages that reach Fyne's app compile OpenGL bindings, which takes minutes under the race detector.
race:
	go test -race $$(go list ./... | grep -v -e '^parley$$' -e '^parley/app$$' -e '^parley/app/e2e')

e2e:
	go build -tags e2e -o build/parley-e2e .
	PARLEY_PROGRAM=$(CURDIR)/build/parley-e2e go test -tags e2e -count=1 -timeout 20m ./app/... -run EndToEnd

conformance: ## the official Go and Node SDKs against the practice gateway
	.ci/conformance

tour: ## pictures of every step, in build/tour
	@.ci/tour

bench: ## go benchmarks, to be compared with benchstat
	go test -run '^$$' -bench . -benchmem ./client/... ./app/history/... ./app/replies/... ./views/...

measure: ## the table of docs/performance.md, from the real program
	@.ci/measure

words: ## put new sentences into assets/translations/en.json
	go test ./views/words -run TestEveryWordIsInTranslation -update

fuzz: ## ten minutes for each fuzz target
	.ci/fuzz 10m

clean:
	rm -rf build

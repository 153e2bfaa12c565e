module github.com/go-text/render

go 1.26.0

require (
	github.com/go-text/typesetting v0.3.4
	github.com/srwiley/oksvg v0.0.0-20221011165216-be6e8873101c
	github.com/srwiley/rasterx v0.0.0-20220730225603-2ab79fcdd4ef
	golang.org/x/image v0.23.0
)

require (
	golang.org/x/net v0.25.0 // indirect
	golang.org/x/text v0.21.0 // indirect
)

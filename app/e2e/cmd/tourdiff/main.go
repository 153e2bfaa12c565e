// Tourdiff compares the screenshots of two tours of the previous version with those of a new one.
// Differences between the first two (times, counters, the caret) are ignored.
//
//	go -C app/e2e/cmd run ./tourdiff before1 before2 after
//
// It prints the fraction of each screenshot that differs, lists screenshots that only one version
// has, and fails if a fraction is above the limit.
package main

import (
	"errors"
	"fmt"
	"image"
	_ "image/png" // decodes the screenshots
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// limit is the maximum fraction of a screenshot that may differ.
const limit = 0.001

// ignoreMargin is a distance in pixels. Differences so close to an ignored one are ignored, too,
// because digits have different widths.
const ignoreMargin = 8

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: tourdiff before1 before2 after")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "tourdiff:", err)
		os.Exit(1)
	}
}

func run(before1, before2, after string) error {
	old, err := pictures(before1)
	if err != nil {
		return err
	}
	now, err := pictures(after)
	if err != nil {
		return err
	}
	above := 0
	for _, name := range old {
		if !slices.Contains(now, name) {
			fmt.Printf("   gone  %s\n", name)
			above++
			continue
		}
		share, err := compare(filepath.Join(before1, name), filepath.Join(before2, name), filepath.Join(after, name))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if share > 0 {
			fmt.Printf("%6.2f %%  %s\n", 100*share, name)
		}
		if share > limit {
			above++
		}
	}
	for _, name := range now {
		if !slices.Contains(old, name) {
			fmt.Printf("    new  %s\n", name)
		}
	}
	if above > 0 {
		return fmt.Errorf("%d of %d pictures differ", above, len(old))
	}
	return nil
}

// pictures returns the paths of the screenshots below a folder in order.
func pictures(folder string) (names []string, err error) {
	err = fs.WalkDir(os.DirFS(folder), ".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".png") {
			names = append(names, path)
		}
		return err
	})
	return names, err
}

// compare returns the fraction of pixels that differ between the first and the last screenshot,
// ignoring the surroundings of differences between the first two.
func compare(before1, before2, after string) (float64, error) {
	a, err1 := load(before1)
	b, err2 := load(before2)
	c, err3 := load(after)
	if err := errors.Join(err1, err2, err3); err != nil {
		return 0, err
	}
	size := a.Bounds()
	if c.Bounds() != size {
		return 1, nil
	}
	own := make([]bool, size.Dx()*size.Dy())
	for y := range size.Dy() {
		for x := range size.Dx() {
			if !same(a, b, x, y) {
				for v := max(0, y-ignoreMargin); v < min(size.Dy(), y+ignoreMargin+1); v++ {
					for u := max(0, x-ignoreMargin); u < min(size.Dx(), x+ignoreMargin+1); u++ {
						own[v*size.Dx()+u] = true
					}
				}
			}
		}
	}
	differ := 0
	for y := range size.Dy() {
		for x := range size.Dx() {
			if !own[y*size.Dx()+x] && !same(a, c, x, y) {
				differ++
			}
		}
	}
	return float64(differ) / float64(len(own)), nil
}

func same(a, b image.Image, x, y int) bool {
	r1, g1, b1, _ := a.At(x, y).RGBA()
	r2, g2, b2, _ := b.At(x, y).RGBA()
	return r1 == r2 && g1 == g2 && b1 == b2
}

func load(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, _, err := image.Decode(f)
	return p, err
}

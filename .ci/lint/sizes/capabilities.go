package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// priceList is the document with the table of the lines of code of each capability.
const priceList = "docs/architecture.md"

// tolerance is the fraction by which a capability's lines may differ from the table.
const tolerance = 0.05

// priced matches a row of the table: a capability, its folders, its number of lines.
var priced = regexp.MustCompile(`(?m)^\| ([^|]+) \| ([^|]+) \| ([\d,]+) \|$`)

// compareCapabilities fails if a folder of the product belongs to no capability of the table, or if
// a capability's number of lines differs from the table. With write it corrects the table.
func compareCapabilities(root string, byPackage map[string]int, write bool) error {
	name := filepath.Join(root, priceList)
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	rows := priced.FindAllStringSubmatch(string(text), -1)
	lines := make([]int, len(rows))
	var wrong []string
	for _, folder := range slices.Sorted(maps.Keys(byPackage)) {
		if row := rowOf(rows, folder); row < 0 {
			wrong = append(wrong, folder+" belongs to no capability")
		} else {
			lines[row] += byPackage[folder]
		}
	}
	at := 0
	written := priced.ReplaceAllStringFunc(string(text), func(row string) string {
		n, was := lines[at], rows[at][3]
		at++
		return strings.TrimSuffix(row, was+" |") + thousands(n) + " |"
	})
	if write {
		return os.WriteFile(name, []byte(written), 0o644)
	}
	for i, row := range rows {
		was, err := strconv.Atoi(strings.ReplaceAll(row[3], ",", ""))
		if err != nil {
			return err
		}
		if off := lines[i] - was; float64(max(off, -off)) > tolerance*float64(was) {
			wrong = append(wrong, fmt.Sprintf("%s has %d lines, the table says %d (go run ./sizes -w ../..)", row[1], lines[i], was))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s: %s", priceList, strings.Join(wrong, "\n"))
	}
	return nil
}

// rowOf returns the index of the row with the longest of its folders that contains folder, or -1.
func rowOf(rows [][]string, folder string) int {
	best, row := 0, -1
	for i, r := range rows {
		for of := range strings.SplitSeq(r[2], " ") {
			if (folder == of || strings.HasPrefix(folder, of+"/")) && len(of) > best {
				best, row = len(of), i
			}
		}
	}
	return row
}

// thousands formats a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

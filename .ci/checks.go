//go:build ignore

// Command checks runs the checks that make test leaves out, because they take long or need root, a
// network or Wine, and remembers in .ci/checks.txt at which commit each has passed.
//
//	go run .ci/checks.go             run those that are due
//	go run .ci/checks.go kills gone  run these
//	go run .ci/checks.go -list       list all
//	go run .ci/checks.go -short      run those that are due and take under five minutes, name the others
//
// A check is due if a file it depends on has changed since it passed.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// list has a line for each check, a target of the Makefile: its name, the minutes it takes, the
// commit at which it has passed ("-" if unknown), and the files and folders it depends on.
const list = ".ci/checks.txt"

// short is the limit in minutes: make test only runs the checks that take less.
const short = 5

type check struct {
	name    string
	minutes int
	passed  string
	paths   []string
}

func main() {
	onlyList := flag.Bool("list", false, "list all checks")
	onlyShort := flag.Bool("short", false, "run those that are due and take under five minutes, name the others")
	flag.Parse()
	checks, comments := read()
	failed := false
	for i, c := range checks {
		due := c.due()
		switch named := flag.Args(); {
		case *onlyList:
			fmt.Printf("%-15s %3d min  passed at %-9s %s\n", c.name, c.minutes, c.passed, map[bool]string{true: "due"}[due])
			continue
		case len(named) > 0 && !slices.Contains(named, c.name), len(named) == 0 && !due:
			continue
		case *onlyShort && c.minutes >= short:
			fmt.Printf("due, and not run here: make %s (%d minutes)\n", c.name, c.minutes)
			continue
		}
		commit := clean()
		fmt.Printf("== %s\n", c.name)
		start := time.Now()
		if err := run("make", c.name); err != nil {
			fmt.Printf("== %s failed: %v\n", c.name, err)
			failed = true
			continue
		}
		fmt.Printf("== %s passed in %.0f s\n", c.name, time.Since(start).Seconds())
		if commit != "" {
			checks[i].passed = commit
			write(checks, comments)
		}
	}
	if failed {
		os.Exit(1)
	}
}

func read() (checks []check, comments []string) {
	f, err := os.Open(list)
	if err != nil {
		fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || fields[0] == "#" {
			comments = append(comments, lines.Text())
			continue
		}
		minutes, err := strconv.Atoi(fields[1])
		if err != nil || len(fields) < 4 {
			fatal(fmt.Errorf("%s: %q", list, lines.Text()))
		}
		checks = append(checks, check{fields[0], minutes, fields[2], fields[3:]})
	}
	return checks, comments
}

func write(checks []check, comments []string) {
	lines := slices.Clone(comments)
	for _, c := range checks {
		lines = append(lines, fmt.Sprintf("%-15s %3d %-9s %s", c.name, c.minutes, c.passed, strings.Join(c.paths, " ")))
	}
	if err := os.WriteFile(list, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		fatal(err)
	}
}

// due reports whether a file that the check depends on differs from the commit at which it passed.
func (c check) due() bool {
	if c.passed == "-" {
		return true
	}
	if exec.Command("git", "cat-file", "-e", c.passed).Run() != nil {
		fmt.Printf("%s: this clone does not have %s, at which it passed\n", c.name, c.passed)
		return false
	}
	return exec.Command("git", append([]string{"diff", "--quiet", c.passed, "--"}, c.paths...)...).Run() != nil
}

// clean returns the current commit, or "" if the work tree has uncommitted changes.
func clean() string {
	changed, err := exec.Command("git", "status", "--porcelain", "--", ".", ":!"+list).Output()
	if err != nil || len(changed) > 0 {
		return ""
	}
	commit, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(commit))
}

func run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "checks:", err)
	os.Exit(2)
}

package subprocess

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// parent and child are the values of role in the programs that this test starts.
const (
	role   = "PARLANDO_TEST_ROLE"
	parent = "parent"
	child  = "child"
)

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case parent: // starts a child, names it and waits to be killed
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), role+"="+child)
		if err := Start(cmd); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println(cmd.Process.Pid)
		}
		time.Sleep(time.Minute)
	case child:
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

func TestAProgramEndsWithTheOneThatStartedIt(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), role+"="+parent)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(line)
	}
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		t.Fatal(err)
	}
	defer windows.CloseHandle(process)
	if got, _ := windows.WaitForSingleObject(process, 0); got != uint32(windows.WAIT_TIMEOUT) {
		t.Fatalf("the child does not run: %#x", got)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if got, err := windows.WaitForSingleObject(process, 10_000); got != windows.WAIT_OBJECT_0 {
		t.Errorf("the child goes on: %#x, %v", got, err)
	}
}

package heif_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlando/media/subprocess/helpertest"
)

// BenchmarkVeryLargePhotos reduces the photos of the folder PARLANDO_PHOTOS, and reports the peak
// memory and the processor time of the helper program. On Linux.
func BenchmarkVeryLargePhotos(b *testing.B) {
	folder := os.Getenv("PARLANDO_PHOTOS")
	if folder == "" {
		b.Skip("PARLANDO_PHOTOS is not set")
	}
	helper, err := helpertest.Helper()
	if err != nil {
		b.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		ending := strings.TrimPrefix(filepath.Ext(file.Name()), ".")
		kind, ok := map[string]string{"jpg": "jpeg", "heic": "heic", "avif": "avif", "png": "png", "tif": "tiff", "webp": "webp"}[ending]
		if !ok {
			continue
		}
		b.Run(file.Name(), func(b *testing.B) {
			data, err := os.ReadFile(filepath.Join(folder, file.Name()))
			if err != nil {
				b.Fatal(err)
			}
			peak, processor := 0, time.Duration(0)
			for b.Loop() {
				child := exec.CommandContext(b.Context(), helper, kind, "2048", strconv.Itoa(len(data)))
				child.Stdin = bytes.NewReader(data)
				child.Stderr = b.Output()
				out, err := child.StdoutPipe()
				if err != nil {
					b.Fatal(err)
				}
				if err := child.Start(); err != nil {
					b.Fatal(err)
				}
				// it has decoded, and is writing now
				if _, err := out.Read(make([]byte, 1)); err == nil {
					peak = max(peak, peakOf(child.Process.Pid))
				}
				_, _ = io.Copy(io.Discard, out)
				if err := child.Wait(); err != nil {
					b.Fatal(err)
				}
				processor += child.ProcessState.UserTime() + child.ProcessState.SystemTime()
			}
			b.ReportMetric(float64(peak)/1e6, "MB")
			b.ReportMetric(processor.Seconds()/float64(b.N), "processor-s/op")
		})
	}
}

// peakOf is the peak memory of a process in bytes.
func peakOf(pid int) (peak int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	_, _ = fmt.Sscanf(after, "%d kB", &peak)
	return peak * 1024
}

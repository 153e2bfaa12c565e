package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	goopenai "github.com/sashabaranov/go-openai"

	"parley/client"
)

// uploadSize is the length of the recording in bytes.
const uploadSize = 100 << 20

// uploader is one way to send a recording for transcription; it gives the text of the answer.
type uploader struct {
	name string
	send func(ctx context.Context, base, path string) (string, error)
}

// uploaders are all that are measured. The first sends nothing: what a process takes that does no more than start.
var uploaders = []uploader{
	{"nothing sent", func(context.Context, string, string) (string, error) { return "", nil }},
	{decoders[0].name, uploadParley},
	{goOpenAI, uploadGoOpenAI},
	{openAIGo, uploadOpenAIGo},
}

func uploadParley(ctx context.Context, base, path string) (string, error) {
	address, err := client.ParseAddress(base)
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	t, err := client.New(client.Options{Address: address}).Transcribe(ctx, client.TranscriptionRequest{Model: "demo-model", Audio: file})
	return t.Text, err
}

func uploadGoOpenAI(ctx context.Context, base, path string) (string, error) {
	config := goopenai.DefaultConfig("k")
	config.BaseURL = base
	t, err := goopenai.NewClientWithConfig(config).CreateTranscription(ctx, goopenai.AudioRequest{Model: "demo-model", FilePath: path})
	return t.Text, err
}

func uploadOpenAIGo(ctx context.Context, base, path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	c := openai.NewClient(option.WithBaseURL(base), option.WithAPIKey("k"), option.WithMaxRetries(0))
	t, err := c.Audio.Transcriptions.New(ctx, openai.AudioTranscriptionNewParams{Model: "demo-model", File: file})
	if err != nil {
		return "", err
	}
	return t.Text, nil
}

// memory is the most memory of a process that sends a recording, in megabytes, over the rounds.
type memory struct {
	name string
	peak series
	err  error
}

// uploads sends a recording of size bytes in each way, once a round, each in a process of its own.
func uploads(ctx context.Context, rounds, size int) []memory {
	all := make([]memory, len(uploaders))
	for i, u := range uploaders {
		all[i].name = u.name
	}
	fail := func(err error) []memory { all[0].err = err; return all[:1] }
	service, err := startService(ctx)
	if err != nil {
		return fail(err)
	}
	defer service.stop()
	folder, err := os.MkdirTemp("", "parley-bench")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(folder)
	recording := filepath.Join(folder, "recording.wav")
	if err := writeRecording(recording, size); err != nil {
		return fail(err)
	}
	program, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	for range rounds {
		for i, u := range uploaders {
			child := exec.CommandContext(ctx, program)
			child.Env = append(os.Environ(), roleVariable+"=upload", uploadVariable+"="+strings.Join([]string{u.name, "http://" + service.web + "/v1", recording}, "\n"))
			child.Stderr = os.Stderr
			output, err := child.Output()
			if err != nil {
				all[i].err = err
				continue
			}
			var peak float64
			var received int
			_, err = fmt.Sscan(string(output), &peak, &received)
			if err == nil && i > 0 && received < size {
				err = fmt.Errorf("%d of %d bytes arrived", received, size)
			}
			if err != nil {
				all[i].err = err
				continue
			}
			all[i].peak = append(all[i].peak, peak)
		}
	}
	return all
}

// writeRecording makes a wav file of silence.
func writeRecording(path string, size int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = file.WriteString("RIFF\xff\xff\xff\x7fWAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data\xff\xff\xff\x7f")
	return errors.Join(err, file.Truncate(int64(size)), file.Close())
}

// uploadVariable tells the process that uploads what to do: the way, the address and the file, a line each.
const uploadVariable = "PARLEY_BENCH_UPLOAD"

// upload is that process. It prints its peak of memory and how many bytes the service says have arrived.
func upload() error {
	job := strings.Split(os.Getenv(uploadVariable), "\n")
	if len(job) != 3 {
		return errors.New("no upload to make")
	}
	for _, u := range uploaders {
		if u.name != job[0] {
			continue
		}
		text, err := u.send(context.Background(), job[1], job[2])
		if err != nil {
			return err
		}
		received, _, _ := strings.Cut(text+"0 bytes", " ")
		peak, err := peakMemory()
		fmt.Println(peak, received)
		return err
	}
	return fmt.Errorf("no way to upload is called %q", job[0])
}

// peakMemory is the most this process has had in memory, in megabytes, as Linux tells it. The figure of getrusage would
// be that of the process it was started from, if that had more.
func peakMemory() (float64, error) {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for lines := bufio.NewScanner(io.LimitReader(file, 1<<20)); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			kilobytes, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(value, "kB")), 64)
			return kilobytes / 1000, err
		}
	}
	return 0, errors.New("this system does not tell a process's peak of memory")
}

package transcripts_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/owner"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/app/transcripts/export"
	"parlando/app/transcripts/transcriber"
	"parlando/client"
	"parlando/client/practice"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
)

// The variables of make times: that it runs, and those of the child process that transcribes.
const (
	longTimesVar    = "PARLANDO_LONG_TIMES"
	childFolderVar  = "PARLANDO_TIMES_FOLDER"
	childAddressVar = "PARLANDO_TIMES_ADDRESS"
	childModelVar   = "PARLANDO_TIMES_MODEL"
)

const (
	twoHours     = 2 * time.Hour
	timesKills   = 20
	untimedModel = "practice-trouble/audio-ends"
)

// childReport is the output of the child process, as JSON.
type childReport struct {
	Requests, Lines int
	Timed           bool
	PeakMB          int // resident, 0 if the system does not say
}

// childServices has the service of the child process.
type childServices struct {
	address string
	known   *catalog.Catalog
}

func (s childServices) Resolve(chat.ID) (chat.ID, string) { return "practice", s.address }

func (s childServices) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	address, err := client.ParseAddress(s.address + "/v1")
	if err != nil {
		return nil, err
	}
	c := client.New(client.Options{Address: address, Key: practice.Key})
	return &ask.Service{Connection: id, Gateway: ask.Client{Client: c}, Known: s.known}, nil
}

// TestTwoHoursChild is the child process of TestTwoHours: it transcribes the recording of a folder,
// or goes on with that, and saves it as subtitles and for Word.
func TestTwoHoursChild(t *testing.T) {
	dir, address, model := os.Getenv(childFolderVar), os.Getenv(childAddressVar), os.Getenv(childModelVar)
	if dir == "" {
		t.Skip("it is the child of TestTwoHours")
	}
	ctx := t.Context()
	known, err := catalog.Load(t.TempDir(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if model == untimedModel {
		known.LearnTranscriptFormat("practice", model, string(client.TranscriptJSON))
	}
	marks := changes.New()
	common := owner.CommonOptions{Marks: marks, Now: time.Now}
	library := filepath.Join(dir, "library")
	store, err := history.Open(ctx, library, history.Options{CommonOptions: common})
	if err != nil {
		t.Fatal(err)
	}
	chosen := settings.Defaults()
	chosen.Transcription.Limit = settings.MaxTranscriptionLimit // for one long part
	all, err := transcripts.Open(ctx, transcripts.Options{
		Dir: library, Database: store.Database(), Services: childServices{address, known}, Catalog: known, CommonOptions: common,
		Transcriber: transcriber.New(transcriber.Options{Services: childServices{address, known}, Learned: known}),
		Settings:    func() settings.Settings { return chosen },
	})
	if err != nil {
		t.Fatal(err)
	}
	all.Begin()
	if len(all.List()) == 0 {
		_, refused := all.Add(ctx, []transcripts.File{{Path: filepath.Join(dir, "lecture.mp3")}}, transcripts.AddOptions{Model: model})
		if len(refused) > 0 {
			t.Fatalf("refused: %+v", refused)
		}
	}
	one := all.List()[0]
	if err := all.Resume(ctx, one.ID); err != nil {
		t.Fatal(err)
	}
	for measuring := false; one.State != transcripts.Done; one, _ = all.Get(one.ID) {
		if one.State == transcripts.Failed {
			t.Fatalf("it failed: %+v", one.Problem)
		}
		if p := one.Progress; !measuring && p.Phase == transcriber.Measuring && p.Sent > 0 {
			measuring = true
			fmt.Println("measuring")
		}
		<-marks.Ready()
		marks.Take()
	}
	lines, err := all.Lines(ctx, one.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []export.Format{export.SRT, export.Word} {
		var b bytes.Buffer
		err := export.Write(t.Context(), &b, f, export.NewDocument(one, lines), export.Options{Times: true})
		if errors.Is(err, export.ErrNoTimes) && !one.Timed {
			continue
		}
		if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "lecture."+string(f)), b.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	report, err := json.Marshal(childReport{Requests: one.Responses, Lines: len(lines), Timed: one.Timed, PeakMB: peakMB()})
	fmt.Printf("report %s\n", report)
	if err := errors.Join(err, all.Close(ctx), store.Close(), known.Close()); err != nil {
		t.Fatal(err)
	}
}

// peakMB returns the most memory that this process has used, as far as Linux tells.
func peakMB() int {
	data, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			kb, _ := strconv.Atoi(f[1])
			return kb / 1000
		}
	}
	return 0
}

// twoHoursService is the practice gateway of the child process. It counts what was paid, and may
// kill the child.
type twoHoursService struct {
	*practice.Gateway
	mu   sync.Mutex
	paid int
	// killAt is the request at which kill is called, from 1 in this process of the child; answers
	// means once that is answered.
	killAt, count int
	answers       bool
	kill          func()
}

func (s *twoHoursService) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.count++
	now := s.count == s.killAt
	kill, answers := s.kill, s.answers
	s.mu.Unlock()
	if now && !answers {
		kill()
	}
	seen := &status{ResponseWriter: rw}
	s.Gateway.ServeHTTP(seen, r)
	if seen.code == http.StatusOK {
		s.mu.Lock()
		s.paid++
		s.mu.Unlock()
	}
	if now && answers {
		kill()
	}
}

// run runs the child process to its end, or until it is killed at a request; 0 is never, and -1
// while it listens for pauses.
func (s *twoHoursService) run(t *testing.T, dir, address, model string, killAt int, answers bool) (report childReport, state *os.ProcessState, killed bool) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTwoHoursChild$", "-test.timeout=20m")
	child.Env = append(os.Environ(), childFolderVar+"="+dir, childAddressVar+"="+address, childModelVar+"="+model)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	child.Stderr = child.Stdout
	s.mu.Lock()
	s.killAt, s.count, s.answers = killAt, 0, answers
	s.kill = func() { _ = child.Process.Kill() }
	s.mu.Unlock()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for lines := bufio.NewScanner(io.TeeReader(out, &said)); lines.Scan(); {
		if lines.Text() == "measuring" && killAt < 0 {
			s.kill()
		}
		if data, ok := strings.CutPrefix(lines.Text(), "report "); ok {
			if err := json.Unmarshal([]byte(data), &report); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = child.Wait()
	killed = child.ProcessState.ExitCode() < 0
	if err != nil && !killed {
		t.Fatalf("the child failed: %v\n%s", err, said.String())
	}
	return report, child.ProcessState, killed
}

// Two hours go the whole way: they are cut, asked for, joined and saved, in short parts and as one
// long part, and with kills at twenty moments. Nothing that was stored is paid for twice.
func TestTwoHours(t *testing.T) {
	if os.Getenv(longTimesVar) == "" {
		t.Skip("make times")
	}
	said := speechtest.Synthesize(lectureText(16))
	s := &twoHoursService{Gateway: practice.New(practice.Options{MaxRecording: settings.MaxTranscriptionLimit})}
	s.LearnSpeech(said.Samples, said.Rate, "en", said.Words)
	w := newWorld(t)
	w.server.Config.Handler = s
	folder := func(name string) string {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	plain := folder("plain")
	times := writeLecture(t, filepath.Join(plain, "lecture.mp3"), said)
	want := strings.Fields(strings.Repeat(said.Text()+" ", times))
	again := func(name string) string {
		dir := folder(name)
		if err := os.Link(filepath.Join(plain, "lecture.mp3"), filepath.Join(dir, "lecture.mp3")); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	row := func(name, dir string, report childReport, processor, took time.Duration) {
		info, err := os.Stat(filepath.Join(dir, "lecture."+string(export.SRT)))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%-10s %4d requests %5d lines, %4d MB at most, %6.1f s of processor, %6.1f s, %d bytes of subtitles",
			name, report.Requests, report.Lines, report.PeakMB, processor.Seconds(), took.Seconds(), info.Size())
		if got := subtitleWords(t, filepath.Join(dir, "lecture."+string(export.SRT))); !slices.Equal(got, want) {
			t.Errorf("%s: %d words, want %d", name, len(got), len(want))
		}
	}
	whole := func(name, dir, model string) childReport {
		began := time.Now()
		report, state, killed := s.run(t, dir, w.server.URL, model, 0, false)
		if killed {
			t.Fatalf("%s: killed by somebody else", name)
		}
		row(name, dir, report, state.UserTime()+state.SystemTime(), time.Since(began))
		return report
	}
	whole("one part", again("long"), practice.TranscriptionModel)
	short := whole("short parts", plain, untimedModel)
	s.paid = 0
	dir := again("killed")
	dice := rand.New(rand.NewPCG(1, 20))
	began, processor, kills := time.Now(), time.Duration(0), 0
	var report childReport
	for ended := false; !ended; {
		at := 0
		switch {
		case kills < 2:
			at = -1
		case kills < timesKills:
			at = 1 + dice.IntN(2*short.Requests/timesKills)
		}
		var state *os.ProcessState
		var killed bool
		report, state, killed = s.run(t, dir, w.server.URL, untimedModel, at, dice.IntN(2) == 0)
		processor += state.UserTime() + state.SystemTime()
		if ended = !killed; killed {
			kills++
		}
	}
	row("with kills", dir, report, processor, time.Since(began))
	t.Logf("%d kills; %d answers for %d parts", kills, s.paid, report.Requests)
	const together = 4
	if kills < timesKills || s.paid > report.Requests+kills*together {
		t.Errorf("%d kills, %d answers for %d parts", kills, s.paid, report.Requests)
	}
}

// lectureText returns sentences of random words.
func lectureText(sentences int) string {
	vocabulary := strings.Fields(`river mountain yellow garden window paper candle bridge silver market winter summer orange letter
		doctor painter village corner morning evening table kitchen harbor station carpet mirror pencil basket ladder hammer`)
	dice := rand.New(rand.NewPCG(2, 64))
	var b strings.Builder
	for range sentences {
		for n := range 7 {
			word := vocabulary[dice.IntN(len(vocabulary))]
			if n == 0 {
				word = strings.ToUpper(word[:1]) + word[1:]
			}
			b.WriteString(word + []string{" ", ". "}[n/6])
		}
	}
	return b.String()
}

// writeLecture writes an MP3 of two hours in which a speech is repeated, and returns how often.
func writeLecture(t *testing.T, path string, said speechtest.Speech) (times int) {
	t.Helper()
	data, err := encode(audio.MP3, said)
	if err != nil {
		t.Fatal(err)
	}
	r, err := audio.NewFrameReader(bytes.NewReader(data), audio.MP3)
	if err != nil {
		t.Fatal(err)
	}
	var frames []byte
	var length time.Duration
	for {
		frame, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, frame.Data...)
		length += time.Duration(frame.Samples) * time.Second / time.Duration(frame.Rate)
	}
	times = int(twoHours/length) + 1
	if err := os.WriteFile(path, bytes.Repeat(frames, times), 0o600); err != nil {
		t.Fatal(err)
	}
	return times
}

// subtitleWords returns the words of a file of subtitles.
func subtitleWords(t *testing.T, path string) (all []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cue := range strings.SplitSeq(strings.ReplaceAll(string(data), "\r", ""), "\n\n") {
		lines := strings.Split(strings.TrimSpace(cue), "\n")
		if len(lines) > 2 {
			all = append(all, strings.Fields(strings.Join(lines[2:], " "))...)
		}
	}
	return all
}

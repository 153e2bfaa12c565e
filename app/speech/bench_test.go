package speech_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speech/clips"
	"parlando/client"
	"parlando/client/practice"
	"parlando/media/speaker"
)

// listener is an output that notes when it was first given sound.
type listener struct{ first chan time.Time }

func (l listener) Run(ctx context.Context, feed speaker.Feed) error {
	samples := make([]float32, speaker.Rate/20*speaker.Channels)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for taken := 0; ; {
		n := feed.Fill(samples, taken)
		taken += n
		for _, v := range samples[:n*speaker.Channels] {
			if v > 0.001 || v < -0.001 {
				select {
				case l.first <- time.Now():
				default:
				}
				break
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-feed.Drop:
			feed.Dropped(0)
		case <-tick.C:
		}
	}
}

// timedGateway notes when the gateway was asked, and when its first bytes came.
type timedGateway struct {
	ask.Client
	known *catalog.Catalog
	mu    sync.Mutex
	asked time.Time
	came  time.Time
}

func (g *timedGateway) Resolve(chat.ID) (chat.ID, string) { return "practice", practice.Address }

func (g *timedGateway) Speech(ctx context.Context, r client.SpeechRequest) (ask.Sound, error) {
	asked := time.Now()
	s, err := g.Client.Speech(ctx, r)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.asked.IsZero() {
		g.asked, g.came = asked, time.Now()
	}
	return s, nil
}

func (g *timedGateway) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	return &ask.Service{Connection: id, Gateway: g, Known: g.known}, nil
}

// From Say to the first sample that is given to the output, in real time, with the practice
// gateway: "beyond-ms" leaves out the gateway's own time to its first bytes. The silence at the
// beginning of the voice counts.
func BenchmarkFromReadAloudToSound(b *testing.B) {
	dir := b.TempDir()
	store, err := settings.Load(dir)
	if err != nil {
		b.Fatal(err)
	}
	models, err := catalog.Load(dir, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	address, err := client.ParseAddress(practice.Address)
	if err != nil {
		b.Fatal(err)
	}
	c := client.New(client.Options{Address: address, Key: practice.Key, Transport: practice.New(practice.Options{}).Transport()})
	var beyond, most time.Duration
	for b.Loop() {
		g := &timedGateway{Client: ask.Client{Client: c}, known: models}
		out := listener{make(chan time.Time, 1)}
		player := speaker.New(out)
		s := speech.New(speech.Options{
			Services: g, Catalog: models, Settings: store, Clips: clips.New(b.TempDir(), 0), Speaker: speech.NewSpeaker(player),
		})
		begun := time.Now()
		s.Say(speech.Text{Source: speech.Source{Kind: speech.Document}, Body: "An oak is a tree. It grows slowly, and it grows old."}, speech.Voice{})
		first := <-out.first
		g.mu.Lock()
		d := first.Sub(begun) - g.came.Sub(g.asked)
		g.mu.Unlock()
		beyond, most = beyond+d, max(most, d)
		_ = s.Close(b.Context())
		player.Close()
	}
	b.ReportMetric(float64(beyond.Milliseconds())/float64(b.N), "beyond-ms")
	b.ReportMetric(float64(most.Milliseconds()), "most-ms")
}

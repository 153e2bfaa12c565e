package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/cost"
	"parlando/app/ledger"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/app/transcripts"
	"parlando/app/voicechat"
	"parlando/client/practice"
	"parlando/views/shell"
	"parlando/views/words"
)

// A user asks, sees in Settings what it cost, by purpose, chat and day, and saves it for a
// spreadsheet.
func TestWhatItCostIsShownAndSaved(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		current, _ := p.Connections.Current()
		million := int64(1_000_000_000)
		p.Catalog.SetPrice(current.ID, practice.WriterModel, &cost.Price{Currency: "USD", Input: &million, Output: &million})
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.Ledger.Flush()
		p.showCosts()
		p.sees("1 reply")
		p.sees("Practice · Practice writer")
		p.clicks("Group by: By model")
		p.clicks("By activity")
		p.sees("Chats")
		p.clicks("Group by: By activity")
		p.clicks("By chat")
		p.sees("What is a lighthouse for?")
		for _, period := range []string{"Today", "7 days", "2000"} {
			p.clicks(period)
			p.sees("What is a lighthouse for?")
		}
		p.clicks("January")
		folder := p.savesInto()
		p.clicks("Save as spreadsheet…")
		p.sees("Spreadsheets (.xlsx) can't be saved because a part of Parlando, parlando-helper, is missing.")
		p.clicks("Save")
		var data []byte
		p.until("the file", func() bool {
			files, _ := filepath.Glob(filepath.Join(folder, "*.csv"))
			if len(files) == 1 {
				data, _ = os.ReadFile(files[0])
			}
			return len(data) > 0
		})
		p.clicks("Set prices…")
		p.sees("entered by you")
		p.sees("$1,000.00 input · $1,000.00 output, per million tokens")
		if text := string(data); !strings.HasPrefix(text, "\ufeffTime") || strings.Count(text, "\r\n") != 2 || !strings.Contains(text, ",practice-writer,1,counted,") {
			t.Errorf("%q", text)
		}
	})
}

// The prices are opened from the settings, too.
func TestThePricesAreOpenedFromTheSettings(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		p.clicks("Costs")
		p.clicks("Set prices…")
		p.sees("If a service doesn't state its prices, enter them here.")
		p.sees("from the service's list")
	})
}

// Under each reply stands what it cost, once that is switched on, and above a message what it will
// cost, where that is much.
func TestTheCostIsSaidUnderRepliesAndBeforeAMessage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		current, _ := p.Connections.Current()
		dear := int64(1_000_000_000) // 1,000 for a million tokens
		p.Catalog.SetPrice(current.ID, "practice-trouble/format-length", &cost.Price{Currency: "USD", Input: &dear, Output: &dear})
		p.chooses("practice-trouble/format-length")
		p.types("Hello")
		p.sees("This message will cost about $0.40 (1 token).")
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.seesNot("This message will cost")
		p.Ledger.Flush()
		p.seesNot("· about $")
		p.Settings.Change(func(s *settings.Settings) { s.Costs.UnderReplies = true })
		total, err := p.Ledger.Requests(t.Context(), p.open().ID)
		if err != nil || len(total) != 1 {
			t.Fatal(total, err)
		}
		p.pointsAtReply()
		said := "· " + words.CostText(total[p.lastReply().Request.ID].Sum)
		p.sees(said)
		p.types("And now?")
		p.sees("Each message now costs about")
		p.clicks("New chat")
		p.seesNot("Each message")
		p.sees("What can I help with?")
		p.Settings.Change(func(s *settings.Settings) { s.Costs.WarnAbove = 0 })
		p.types("Hello")
		p.wantsWritten("Hello")
		p.seesNot("This message will cost")
	})
}

// What was used is known for good: from the costs, which stay when a connection is removed.
func TestThePricesListTheModelsThatWereUsedBeforeAConnectionWasAddedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.withoutConnection(func(p *user) { p.clicks("Try it now") })
		p.clicks("Add connection")
		p.clicks("Use practice service")
		p.has("Message")
		heal := h.failing("charge")
		p.showPrices()
		p.sees("The models you used couldn't be read.")
		p.has("Practice voice")
		p.hasNot("Practice writer")
		heal()
		p.triesAgain()
		p.has("Practice writer")
		p.clicks("Practice writer")
		p.has("Input, per million tokens")
	})
}

func TestTheAmountsOfTheWarningHaveACurrency(t *testing.T) {
	for currency, want := range map[string]string{"": "$0.05", "CHF": "CHF\u00a00.05", "play": "0.05 practice credits"} {
		t.Run(currency, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.looksAround()
				if currency != "play" {
					current, _ := p.Connections.Current()
					p.Catalog.SetListed(current.ID, []catalog.Model{{ID: "oak"}})
					if currency != "" {
						p.Catalog.SetPrice(current.ID, "oak", &cost.Price{Currency: currency, Input: new(int64)})
					}
				}
				p.holds(fyne.KeyComma)
				p.clicks("Costs")
				p.clicks("Never")
				p.clicks(want)
				if got := p.Settings.Get().Costs.WarnAbove; got != 50_000 {
					t.Errorf("warns above %d", got)
				}
			})
		})
	}
}

// A limit for the month is set on the page of the costs; once it is reached, each message
// asks, and after "Continue this month" none. Enter sends nothing.
func TestEachMessageAsksOnceTheMonthlyLimitIsReached(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.showCosts()
		p.clicks("Set a monthly limit for Practice…")
		p.clicks("Save")
		p.sees("Enter an amount, such as 10.00.")
		p.types("0.001")
		p.clicks("Save")
		p.sees("0.000 practice credits spent this month, limit 0.001 practice credits. Parlando asks before each request when the limit is reached.")
		p.clicks("Close")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.Ledger.Flush()
		p.types("And a lighthouse keeper?")
		p.presses(fyne.KeyReturn)
		p.sees("The monthly limit of Practice is reached")
		p.presses(fyne.KeyReturn)
		p.seesNot("The monthly limit of Practice is reached")
		p.wantsWritten("And a lighthouse keeper?")
		p.presses(fyne.KeyReturn)
		p.clicks("Send this one")
		p.readsToTheEnd()
		p.types("And who pays the keeper?")
		p.presses(fyne.KeyReturn)
		p.clicks("Raise the limit…")
		p.sees("Limit for a month, in Practice credits")
		p.presses(fyne.KeyReturn)
		p.wantsWritten("And who pays the keeper?")
		p.presses(fyne.KeyReturn)
		p.clicks("Continue this month")
		p.readsToTheEnd()
		p.sends("And who builds it?")
		p.readsToTheEnd()
		p.holds(fyne.KeyComma)
		p.clicks("Costs")
		p.sees("Monthly limit of Practice")
		p.clicks("Show costs…")
		p.sees("You chose to continue this month.")
		p.clicks("Change…")
		p.clicks("No limit")
		p.sees("Set a monthly limit for Practice…")
	})
}

// limits sets a monthly limit that one request exceeds.
func (p *user) limits() {
	p.t.Helper()
	if err := p.Limits.Set(p.t.Context(), p.connection(), cost.Money{Micros: 1000, Currency: words.PlayMoney}); err != nil {
		p.t.Fatal(err)
	}
}

// paidFor counts the requests with a purpose that have left.
func (p *user) paidFor(of cost.Purpose) (requests int) {
	p.t.Helper()
	p.Ledger.Flush()
	all, err := p.Ledger.Totals(p.t.Context(), []ledger.Span{ledger.MonthOf(time.Now())})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, g := range all {
		if g.Purpose == of {
			requests += g.Requests
		}
	}
	return requests
}

const limitReached = "The monthly limit of Practice is reached."

// At the limit a transcript and a sound file wait and say so, also after a restart; what continues
// one continues the other.
func TestTranscriptsAndSoundFilesWaitAtTheMonthlyLimit(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.limits()
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.Ledger.Flush()
		p.ShowTranscribe()
		p.clicks("The old pear tree")
		p.clicks("Start")
		p.sees(limitReached)
		p.sees("Waiting: monthly limit reached · Details")
		p.quit()

		p = h.start()
		p.ShowTranscribe()
		p.clicks("Details")
		p.sees(limitReached)
		p.opensSpeak()
		p.pastes(train)
		p.frame.Files().RememberFolder(shell.SaveSound, t.TempDir())
		p.clicks("Save audio…")
		p.presses(fyne.KeyReturn)
		p.sees(limitReached)
		p.opensVoices()
		p.sees("Waiting · 1 part")
		if n := p.paidFor(cost.Transcribing) + p.paidFor(cost.SoundFile); n != 0 {
			t.Errorf("%d requests left", n)
		}
		p.clicks("Continue this month")
		p.becomes("The old pear tree", transcripts.Done)
		p.until("the file", func() bool { return p.SpeechExports.List()[0].State == speechexports.Done })
		p.seesNot(limitReached)
		if p.paidFor(cost.Transcribing) == 0 || p.paidFor(cost.SoundFile) == 0 {
			t.Error("nothing was asked for")
		}
	})
}

// At the limit, reading aloud and dictating ask before anything is sent. What was read before costs
// nothing and does not ask.
func TestReadingAloudAndDictatingAskAtTheMonthlyLimit(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.Ledger.Flush()
		p.limits()
		const question = "The monthly limit of Practice is reached"
		read := func() {
			t.Helper()
			p.until("the end of the reading", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		}
		wantsPaid := func(when string, reading, dictating bool) {
			t.Helper()
			if r, d := p.paidFor(cost.ReadingAloud) > 0, p.paidFor(cost.Dictating) > 0; r != reading || d != dictating {
				t.Errorf("%s: paid for reading %t, for dictating %t", when, r, d)
			}
		}
		p.clicks("Dictate")
		p.sees(question)
		p.clicks("Cancel")
		p.clicks("Read aloud")
		p.sees(question)
		p.clicks("Cancel")
		p.opensSpeak()
		p.pastes(train)
		p.clicks("Listen")
		p.sees(question)
		p.clicks("Cancel")
		if p.Speech.Snapshot().Phase != speech.Idle || p.Dictation.Snapshot().Busy() {
			t.Error("reading or dictating has begun")
		}
		wantsPaid("after Cancel", false, false)

		p.clicks("Listen")
		p.clicks("Read this one")
		read()
		wantsPaid("once", true, false)
		paid := p.paidFor(cost.ReadingAloud)
		p.clicks("Listen")
		p.seesNot(question)
		read()
		if n := p.paidFor(cost.ReadingAloud); n != paid {
			t.Errorf("what is cached took %d requests", n-paid)
		}
		p.pastes("Another sentence is to be read, too. ")
		p.clicks("Listen")
		p.sees(question)
		p.clicks("Continue this month")
		read()
		p.showChat()
		p.clicks("Dictate")
		p.seesNot(question)
		p.clicks("Cancel")
	})
}

// A voice chat that the user continues once asks for nothing more: neither for what it transcribes
// nor for what it reads.
func TestAVoiceChatAsksOnceAtTheMonthlyLimit(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.Ledger.Flush()
		p.limits()
		p.clicks("Voice chat")
		p.clicks("Continue this once")
		p.someone(h)
		p.voiceChats(voicechat.Speaking)
		p.seesNot("The monthly limit of Practice is reached")
	})
}

// A translation waits at the limit, a voice chat asks as a message does.
func TestATranslationWaitsAndAVoiceChatAsksAtTheMonthlyLimit(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		id, _ := p.opensExample()
		p.clicks("New chat")
		p.limits()
		p.clicks("Voice chat")
		p.sees("The monthly limit of Practice is reached")
		p.clicks("Cancel")
		if p.VoiceChat.Snapshot().Busy() {
			t.Error("the voice chat has begun")
		}
		p.transcribePage().Open(id)
		p.clicks("More")
		p.clicks("Translate into…")
		p.types("German")
		p.clicks("German")
		p.sees("Translation into German is waiting. " + limitReached)
		if n := p.paidFor(cost.Translating); n != 0 {
			t.Errorf("%d requests left", n)
		}
		p.clicks("Continue this month")
		p.sees("All lines have been translated into German.")
	})
}

package words

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"parlando/app/problem"
	"parlando/views/format"
)

var everyKind = []problem.Kind{
	problem.NoKey, problem.KeyRejected, problem.NoCredit, problem.Forbidden, problem.NoSuchModel, problem.WrongAddress,
	problem.NotUnderstood, problem.BadRequest, problem.TooLong, problem.TooLarge, problem.Filtered, problem.Busy, problem.Timeout,
	problem.ServerError, problem.Restarting, problem.Template, problem.Offline, problem.Insecure, problem.CutOff, problem.Silent, problem.Interrupted, problem.Empty, problem.WantsTool, problem.CutInCall,
	problem.CannotSee, problem.BadPicture, problem.CannotRead, problem.Storage, problem.NoSpeech, problem.NoVoice, problem.NoVoiceLeft, problem.NoOutput, problem.Unplayable, problem.NothingToRead,
	problem.ConnectionGone, problem.LimitReached, problem.Proxy, problem.ProxyLogin, problem.ProxyUnreachable, problem.ProxyInvalid, problem.ProxyCannotConnect,
}

func TestEachProblemHasASentenceWhatIsSafeAndAButton(t *testing.T) {
	test.NewTempApp(t)
	other := TextForKind("nobody knows").Title
	seen := map[string]problem.Kind{}
	for _, k := range everyKind {
		w := TextForKind(k)
		if w.Title == other || w.Title == "" || w.Safe == "" || w.Button == "" && k != problem.NothingToRead {
			t.Errorf("%s: %+v", k, w)
		}
		if twin, ok := seen[w.Title]; ok {
			t.Errorf("%s and %s have the same sentence", k, twin)
		}
		seen[w.Title] = k
	}
}

func TestAProblemNamesTheProgramThatIsNotStartedAndTheToolThatIsMissing(t *testing.T) {
	for _, c := range []struct {
		problem problem.Problem
		want    string
	}{
		{problem.Problem{Kind: problem.Offline, Host: "127.0.0.1:4031"}, "No response from 127.0.0.1:4031. Is the program that runs your models started? Start it and try again."},
		{problem.Problem{Kind: problem.Offline, Host: "api.example.org"}, "The service can't be reached. Check your internet connection."},
		{problem.Problem{Kind: problem.WrongAddress, MovedTo: "https://a.example/v2"}, "The service has moved to https://a.example/v2. Your message is saved."},
		{problem.Problem{Kind: problem.WrongAddress}, "No AI service was found at this address."},
		{problem.Problem{Kind: problem.CutInCall, Detail: "calculator"}, "The reply reached its maximum length while it was using Calculator."},
		{problem.Problem{Kind: problem.WantsTool, Detail: "get_weather"}, "The model tried to use a tool (get_weather) that isn't available."},
	} {
		if said := TextForProblem(c.problem); !strings.HasPrefix(said.Title+" "+said.Safe, c.want) {
			t.Errorf("%+v, want %q", said, c.want)
		}
	}
}

func TestConversationsStandUnderTheDayTheyWereUsed(t *testing.T) {
	test.NewTempApp(t)
	now := time.Date(2026, 3, 15, 10, 0, 0, 0, time.Local)
	for _, c := range []struct {
		ago  time.Duration
		want string
	}{
		{0, "Today"},
		{9 * time.Hour, "Today"},
		{11 * time.Hour, "Yesterday"},
		{3 * 24 * time.Hour, "Last 7 days"},
		{20 * 24 * time.Hour, "Last 30 days"},
		{60 * 24 * time.Hour, "January"},
		{120 * 24 * time.Hour, "November 2025"},
		{-time.Hour, "Today"},
	} {
		if got, _ := DateGroup(now.Add(-c.ago), now); got != c.want {
			t.Errorf("%v ago: %q, want %q", c.ago, got, c.want)
		}
	}
}

func TestAListSaysWhenAChatWasUsed(t *testing.T) {
	test.NewTempApp(t)
	now := time.Date(2026, 11, 29, 15, 0, 0, 0, time.UTC) // a Sunday
	for at, want := range map[time.Time]string{
		now.Add(-6 * time.Hour): "09:00", now.Add(-15 * time.Hour): "00:00", now.Add(time.Hour): "16:00",
		now.Add(-15*time.Hour - 1): "Sat", now.AddDate(0, 0, -7): "Sun", now.AddDate(0, 0, -8): "21 Nov", now.AddDate(-1, -6, 0): "29 May",
	} {
		if got := ListTime(at, now); got != want {
			t.Errorf("%v: %q, want %q", at, got, want)
		}
	}
}

// A group begins with the first moment that has its heading.
func TestAGroupBeginsWhereItsHeadingDoes(t *testing.T) {
	test.NewTempApp(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	for _, now := range []time.Time{time.Date(2026, 3, 29, 12, 0, 0, 0, berlin), time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)} {
		for hours := range 3000 {
			at := now.Add(-time.Duration(hours) * 4 * time.Hour)
			heading, from := DateGroup(at, now)
			first, _ := DateGroup(from, now)
			before, _ := DateGroup(from.Add(-time.Millisecond), now)
			if at.Before(from) || first != heading || before == heading {
				t.Fatalf("%v: %s from %v on, which has %s, and before that %s", at, heading, from, first, before)
			}
		}
	}
}

func TestNumbersAreSaidAsPeopleKnowThem(t *testing.T) {
	test.NewTempApp(t)
	for got, want := range map[string]string{
		TokensUsed(1): "1 token", TokensUsed(2_400): "2,400 tokens", format.Size(12): "12 bytes", format.Size(2_400): "2 KB", format.Size(612_000): "0.6 MB", TokenCount(760): "about 760 tokens",
		CharacterCount(12_000): "12,000 characters", CharacterCount(1_234_567): "1,234,567 characters",
		WaitingTime(19500 * time.Millisecond): "Try again in 20 seconds.", WaitingTime(150 * time.Second): "Try again in 3 minutes.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestALinkIsReadByTheNameOfItsComputer(t *testing.T) {
	test.NewTempApp(t)
	link := SpokenWords().Link
	if link("example.org") != "a link to example.org" || link("") != "a link" {
		t.Errorf("%q, %q", link("example.org"), link(""))
	}
}

package voice

import (
	"context"
	"fmt"
	"math"
)

// sapi is the voice of Windows, used through PowerShell. The code follows the documentation and is
// untested.
type sapi struct{ program }

func openSAPI(path string) *sapi {
	return &sapi{program{path: path, env: []string{"SystemRoot", "TEMP", "TMP", "PSModulePath"}}}
}

func (s *sapi) name() string { return "sapi" }

// has returns true, because the script speaks with the default voice if the language has none.
func (s *sapi) has(string) bool { return true }

// reach returns the speeds of the lowest and the highest SAPI rate, -10 and 10.
func (s *sapi) reach() (slowest, fastest float64) { return 0.5, 2.5 }

func (s *sapi) say(ctx context.Context, u utterance, speed float64) ([]float32, error) {
	file, err := s.run(ctx, u.text, s.args(u, speed)...)
	if err != nil {
		return nil, err
	}
	return decode(file)
}

// sapiScript speaks standard input. It uses SSML, as there is no other way to set the pitch, with
// the input as a single text node, so that markup in the input has no effect.
const sapiScript = `$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Speech
$in = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)
$text = [Security.SecurityElement]::Escape($in.ReadToEnd())
$voice = New-Object Speech.Synthesis.SpeechSynthesizer
try { $voice.SelectVoiceByHints('%s', 'Adult', 0, [Globalization.CultureInfo]::GetCultureInfo('%s')) } catch { }
$voice.Rate = %d
$sound = New-Object IO.MemoryStream
$voice.SetOutputToWaveStream($sound)
$culture = $voice.Voice.Culture.Name
$voice.SpeakSsml("<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='$culture'><prosody pitch='%+d%%'>$text</prosody></speak>")
$voice.SetOutputToNull()
$out = [Console]::OpenStandardOutput()
$sound.WriteTo($out)
$out.Flush()`

// args returns the command line for an utterance, without its text.
func (s *sapi) args(u utterance, speed float64) []string {
	sex := "Male"
	if u.manner.female {
		sex = "Female"
	}
	culture := u.tongue.iso
	if u.tongue == english {
		culture = u.manner.accent[:len("en-us")]
	}
	// A rate increase by ten steps triples the speed.
	rate := int(math.Round(10 * math.Log(speed*float64(u.manner.speed)/172) / math.Log(3)))
	script := fmt.Sprintf(sapiScript, sex, culture, max(-10, min(10, rate)), (u.manner.pitch-50)/2)
	return []string{"-NoProfile", "-NonInteractive", "-Command", script}
}

package voice

import (
	"context"
	"fmt"
	"math"
)

// sapi is the voice of Windows, reached through PowerShell. It was written from the manual.
type sapi struct{ program }

func openSAPI(path string) *sapi {
	return &sapi{program{path: path, env: []string{"SystemRoot", "TEMP", "TMP", "PSModulePath"}}}
}

func (s *sapi) name() string { return "sapi" }

// reach are the speeds at the ends of the steps of SAPI, -10 to 10.
func (s *sapi) reach() (slowest, fastest float64) { return 0.5, 2.5 }

func (s *sapi) say(ctx context.Context, u utterance, speed float64) ([]float32, error) {
	file, err := s.run(ctx, u.text, s.args(u, speed)...)
	if err != nil {
		return nil, err
	}
	return decode(file)
}

// sapiScript speaks what stands on the standard input: as SSML, because only that can set the
// pitch, with the text as its one piece of text, whatever is in it.
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

// args are those of one utterance. Nothing of its text is in them.
func (s *sapi) args(u utterance, speed float64) []string {
	sex := "Male"
	if u.manner.female {
		sex = "Female"
	}
	culture := u.tongue.iso
	if u.tongue == english {
		culture = u.manner.accent[:len("en-us")]
	}
	// Ten steps are a factor of three.
	rate := int(math.Round(10 * math.Log(speed*float64(u.manner.speed)/172) / math.Log(3)))
	script := fmt.Sprintf(sapiScript, sex, culture, max(-10, min(10, rate)), (u.manner.pitch-50)/2)
	return []string{"-NoProfile", "-NonInteractive", "-Command", script}
}

package client

// countPart is a count that may be included in a larger count, or be separate from it (beside).
type countPart struct {
	n      int
	beside bool
	// open means that the member names leave this undecided, so that the total decides.
	open bool
}

// tally holds the counts of a request, to find out which counts are included in which.
type tally struct {
	prompt, completion, total int
	// read and write are cached tokens, audio is audio tokens; each is in prompt or separate.
	read, write, audio countPart
	// reasoning is part of the completion, or separate.
	reasoning countPart
	// cachedAudio is the number of audio tokens among those in read.
	cachedAudio int
}

// distribute adds the separate counts to prompt and completion. It uses the interpretation whose
// sum equals the total and that changes fewest open counts, or else follows the member names. An
// included count is never larger than the count that includes it.
func (t *tally) distribute() {
	parts := []*countPart{&t.read, &t.write, &t.reasoning, &t.audio}
	said := make([]bool, len(parts))
	for i, p := range parts {
		said[i] = p.beside
	}
	best, fewest := 0, len(parts)+1
	for elsewhere := range 1 << len(parts) {
		possible, moved := true, 0
		for i, p := range parts {
			move := elsewhere>>i&1 == 1
			possible = possible && (!move || p.open && p.n > 0)
			if p.beside = said[i] != move; move {
				moved++
			}
		}
		if possible && moved < fewest && t.fits() && t.sum() == t.total {
			best, fewest = elsewhere, moved
		}
	}
	for i, p := range parts {
		p.beside = said[i] != (best>>i&1 == 1)
	}
	if t.read.within()+t.write.within() > t.prompt {
		t.read.beside, t.write.beside = t.read.beside || t.read.open, t.write.beside || t.write.open
	}
	t.read.beside = t.read.beside || t.read.n > t.prompt
	t.write.beside = t.write.beside || t.read.within()+t.write.n > t.prompt
	t.audio.beside = t.audio.beside || t.audio.n > t.prompt
	t.reasoning.beside = t.reasoning.beside || t.reasoning.n > t.completion
	if sum := t.sum(); t.total == 0 || sum > t.prompt+t.completion {
		t.total = max(t.total, sum)
	}
	t.prompt += t.read.outside() + t.write.outside() + t.audio.outside()
	t.completion += t.reasoning.outside()
}

// fits reports whether no included count is larger than the count that includes it.
func (t *tally) fits() bool {
	return t.read.within()+t.write.within() <= t.prompt && t.audio.within() <= t.prompt && t.reasoning.within() <= t.completion
}

// sum returns the number of all tokens.
func (t *tally) sum() int {
	return t.prompt + t.completion + t.read.outside() + t.write.outside() + t.audio.outside() + t.reasoning.outside()
}

// within returns p.n if p is included in a larger count, else 0; outside returns the rest.
func (p countPart) within() int { return p.n - p.outside() }

func (p countPart) outside() int {
	if p.beside {
		return p.n
	}
	return 0
}

// usage returns the counts by kind, after distribute. audioOutput is included in completion.
func (t *tally) usage(audioOutput int) *Usage {
	u := Usage{Prompt: t.prompt, Completion: t.completion, Total: t.total}
	k := &u.Tokens
	k.CacheRead, k.CacheWrite = t.read.n, t.write.n
	rest := t.prompt - k.CacheRead - k.CacheWrite
	k.AudioInput = min(max(t.audio.n-t.cachedAudio, 0), rest)
	k.Input = rest - k.AudioInput
	k.AudioOutput = min(audioOutput, t.completion)
	k.Output = t.completion - k.AudioOutput
	k.Reasoning = min(t.reasoning.n, k.Output)
	return &u
}

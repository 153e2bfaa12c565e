// Package wordlist repairs what a service wrote down by a list of the person's own words: names and
// jargon, which the interface has no field for (GATEWAY.md 2.8 has no prompt). It is pure: no disk,
// no network, no state.
//
// The list is one entry a line. "Kubernetes" is a name: what is close to it in spelling and in
// sound, and is no word of any language, becomes the name. "jay son -> JSON" says what a word or
// several become, whatever they are. Only whole words are changed, and of everything else each byte
// stays.
package wordlist

package client

// Money is an amount in millionths of a currency.
type Money struct {
	Micros int64 `json:"micros"`
	// Currency is its code in ISO 4217, such as "USD", or a word of the service's own, such as "credits".
	Currency string `json:"currency"`
}

// Price is the price of a model for each unit that is billed. An amount of nil is not known; 0 is free.
type Price struct {
	// Currency is that of all amounts; see Money.
	Currency string `json:"currency"`
	// Input to AudioOutput are millionths of the currency for a million tokens of that kind; see Tokens.
	Input       *int64 `json:"input,omitempty"`
	CacheRead   *int64 `json:"cache_read,omitempty"`
	CacheWrite  *int64 `json:"cache_write,omitempty"`
	Output      *int64 `json:"output,omitempty"`
	AudioInput  *int64 `json:"audio_input,omitempty"`
	AudioOutput *int64 `json:"audio_output,omitempty"`
	// Hour is for an hour of sound, Characters for a million characters of text to speak.
	Hour       *int64 `json:"hour,omitempty"`
	Characters *int64 `json:"characters,omitempty"`
	// Picture is for a million pictures that are sent, Request for a million requests.
	Picture *int64 `json:"picture,omitempty"`
	Request *int64 `json:"request,omitempty"`
}

// Tokens counts the tokens of a request by kind. The kinds are disjoint but for Reasoning, which is a part of Output.
type Tokens struct {
	// Input are those that were read anew, CacheRead those taken from a cache, CacheWrite those put into one.
	Input      int `json:"input,omitempty"`
	CacheRead  int `json:"cache_read,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
	Output     int `json:"output,omitempty"`
	Reasoning  int `json:"reasoning,omitempty"`
	// AudioInput and AudioOutput are tokens of sound.
	AudioInput  int `json:"audio_input,omitempty"`
	AudioOutput int `json:"audio_output,omitempty"`
}

package connector

import (
	"context"
	"errors"
	"strings"

	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/views/i18n"
	"parlando/views/welcome"
	"parlando/views/words"
)

// describe returns the interpretation of a typed address.
func describe(address string) welcome.AddressDescription {
	d, err := connections.Describe(address)
	if err != nil {
		return welcome.AddressDescription{Problem: addressProblem(err)}
	}
	out := welcome.AddressDescription{Shown: d.Address}
	if d.Warn {
		out.Warning = i18n.Text("This address isn't secure (http instead of https).")
	}
	return out
}

// readPaste extracts an address and a key from a pasted text: a curl command, or environment
// variables. It reports false for an address or a key alone, which is pasted as plain text.
func readPaste(text string) (welcome.PastedAccess, bool) {
	p, ok := connections.ParsePasted(text)
	alone := strings.TrimSpace(text)
	if !ok || p.Address == alone || p.Key.Reveal() == alone {
		return welcome.PastedAccess{}, false
	}
	t := welcome.PastedAccess{Address: p.Address, Key: p.Key.Reveal()}
	switch {
	case t.Address != "" && t.Key != "":
		t.Explanation = i18n.Text("The address and key were filled in from what you pasted. Nothing is sent until you choose Connect.")
	case t.Address != "":
		t.Explanation = i18n.Text("The address was filled in from what you pasted. It contained no key.")
	case t.Key != "":
		t.Explanation = i18n.Text("The key was filled in from what you pasted. It contained no address.")
	default:
		return welcome.PastedAccess{}, false
	}
	return t, true
}

// connectProblem returns the sentence for a failure to connect. If a server answers but the address
// is wrong, the sentence suggests checking the path.
func connectProblem(p problem.Problem) string {
	if p.Kind == problem.WrongAddress && p.Status != 0 {
		return i18n.Text("Something answers at this address, but it isn't an AI service. Check the address; it often ends in /v1.")
	}
	switch p.Kind {
	case problem.KeyRejected:
		return i18n.Text("The service didn't accept your key. Check it and try again.")
	case problem.NoKey:
		return i18n.Text("Enter your API key first.")
	default:
		return words.TextForProblem(p).Title
	}
}

// anywayWords returns the label of the button that connects although there was a problem, "" where
// that is pointless: without a key, at a service that is known to need one or has said so.
func anywayWords(p problem.Problem) string {
	if p.Kind != problem.NoKey {
		return i18n.Text("Connect anyway")
	}
	if _, known := connections.KnownServiceAt("https://" + p.Host); known || p.Status != 0 {
		return ""
	}
	return i18n.Text("Connect without a key")
}

func addressProblem(err error) string {
	switch {
	case errors.Is(err, connections.ErrEmptyAddress):
		return i18n.Text("Choose a service or enter its address.")
	case errors.Is(err, connections.ErrUserInfo):
		return i18n.Text("Leave the name and password out of the address. Enter the key in its own field.")
	case errors.Is(err, connections.ErrTwoAddresses):
		return i18n.Text("Enter one address only.")
	case errors.Is(err, connections.ErrNotHTTP):
		return i18n.Text("Enter an address that starts with https://")
	case errors.Is(err, context.Canceled):
		return ""
	}
	return i18n.Text("This isn't a web address. Example: https://api.openai.com")
}

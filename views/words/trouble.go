package words

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/problem"
)

// Action is what the button of a trouble does.
type Action uint8

// The actions. None is a trouble without a button.
const (
	None Action = iota
	TryAgain
	Continue
	EnterKey
	CheckAddress
	ChooseModel
	NewChat
	UseThisComputer // read with the voice of this computer
	ChooseVoice     // one of the service
	ChooseService   // another than the one that was forgotten
	CheckProxy
	OpenService     // the page of the service in the browser
	SendPlain       // once more, without settings
	SmallerPictures // the question, with its pictures at half their size
	EditMessage     // the question
	SendFirstPart   // the question, with the first part of the texts attached to it
	SendWithout     // the question, without what is attached to it
	AskSeeing       // a model that sees pictures
)

// Trouble is one kind of trouble in words: what happened, what is safe, and the one button that helps.
type Trouble struct {
	Title, Safe, Button string
	Action              Action
}

// For returns the words for a kind of trouble.
func For(kind problem.Kind) Trouble {
	t := sentences(kind)
	return t.With(t.Action)
}

// Of returns the words for a problem, by its kind and by where it happened.
func Of(p problem.Problem) Trouble {
	t := For(p.Kind)
	if p.Kind == problem.Offline && p.Here() {
		t.Title = lang.L("Nothing answers at {{.Host}}.", map[string]any{"Host": p.Host})
		t.Safe = lang.L("Is the program that runs your models started? Your message is kept.")
	}
	if p.Kind == problem.WantsTool && p.Detail != "" {
		t.Title = lang.L("The model wanted to use a tool ({{.Name}}), and Parley has none.", map[string]any{"Name": p.Detail})
	}
	return t
}

// With returns the same words with another button.
func (t Trouble) With(a Action) Trouble {
	t.Action, t.Button = a, button(a)
	return t
}

// AttachedTooLong returns the words for a message that was refused because of a text attached to it; name may be "".
func AttachedTooLong(name string) Trouble {
	t := Trouble{
		Title: lang.L("The attached text is too long for this model."),
		Safe:  lang.L("Your message is kept. The text is not sent again with the next one."),
	}
	if name != "" {
		t.Title = lang.L("“{{.Name}}” is too long for this model.", map[string]any{"Name": name})
	}
	return t.With(SendFirstPart)
}

func button(a Action) string {
	switch a {
	case TryAgain:
		return lang.L("Try again")
	case Continue:
		return lang.L("Continue")
	case EnterKey:
		return lang.L("Enter a key")
	case CheckAddress:
		return lang.L("Check the address")
	case ChooseModel:
		return lang.L("Choose a model")
	case NewChat:
		return lang.L("New chat")
	case UseThisComputer:
		return lang.L("Use this computer's voice")
	case ChooseVoice:
		return lang.L("Choose a voice")
	case ChooseService:
		return lang.L("Choose a service")
	case CheckProxy:
		return lang.L("Check the proxy")
	case OpenService:
		return lang.L("Open the service's page")
	case SendPlain:
		return lang.L("Send without my settings")
	case SmallerPictures:
		return lang.L("Make the pictures smaller")
	case EditMessage:
		return lang.L("Edit the message")
	case SendFirstPart:
		return lang.L("Send the first part")
	case SendWithout:
		return lang.L("Send without it")
	case None:
	}
	return ""
}

// sentences is a table, one kind after the other.
func sentences(kind problem.Kind) Trouble {
	kept := lang.L("Your message is kept.")
	switch kind {
	case problem.NoKey:
		return Trouble{Title: lang.L("There is no key for this service."), Safe: kept, Action: EnterKey}
	case problem.KeyRejected:
		return Trouble{Title: lang.L("Your key was not accepted."), Safe: kept, Action: EnterKey}
	case problem.NoCredit:
		return Trouble{Title: lang.L("Your account at the service has no credit left."), Safe: kept, Action: OpenService}
	case problem.Forbidden:
		return Trouble{Title: lang.L("Your account may not use this model."), Safe: kept, Action: ChooseModel}
	case problem.NoSuchModel:
		return Trouble{Title: lang.L("The service does not know this model."), Safe: kept, Action: ChooseModel}
	case problem.WrongAddress:
		return Trouble{Title: lang.L("There is no model service at this address."), Safe: kept, Action: CheckAddress}
	case problem.NotUnderstood:
		return Trouble{Title: lang.L("The service's answer could not be understood."), Safe: kept, Action: TryAgain}
	case problem.BadRequest:
		return Trouble{Title: lang.L("The service refused the question as it was asked."), Safe: kept, Action: SendPlain}
	case problem.RefusedSetting:
		return Trouble{Title: lang.L("The model does not accept one of the settings."), Safe: kept}
	case problem.TooLong:
		return Trouble{Title: lang.L("This chat has grown too long for the model."), Safe: kept, Action: NewChat}
	case problem.TooLarge:
		return Trouble{Title: lang.L("The message is too large for the service."), Safe: lang.L("Send fewer or smaller pictures. Your message is kept."), Action: SmallerPictures}
	case problem.Filtered:
		return Trouble{Title: lang.L("The service's content filter stopped this."), Safe: lang.L("Your message is kept; other words may help."), Action: EditMessage}
	case problem.Busy:
		return Trouble{Title: lang.L("The service is busy."), Safe: kept, Action: TryAgain}
	case problem.Timeout:
		return Trouble{Title: lang.L("The service took too long to answer."), Safe: kept, Action: TryAgain}
	case problem.Server:
		return Trouble{Title: lang.L("The service has trouble of its own."), Safe: kept, Action: TryAgain}
	case problem.Offline:
		return Trouble{Title: lang.L("The service cannot be reached."), Safe: lang.L("Is this computer online? Your message is kept."), Action: TryAgain}
	case problem.Gone:
		return Trouble{Title: lang.L("The service this chat spoke to was forgotten."), Safe: lang.L("Nothing was sent. Your message is kept."), Action: ChooseService}
	case problem.Proxy:
		return Trouble{Title: lang.L("The proxy did not let this through."), Safe: lang.L("It is set in Settings or by this computer. Your message is kept."), Action: CheckProxy}
	case problem.ProxyLogin:
		return Trouble{Title: lang.L("The proxy wants a name and a password."), Safe: kept, Action: CheckProxy}
	case problem.Insecure:
		return Trouble{Title: lang.L("The service's certificate is not valid, so nothing was sent."), Safe: kept, Action: CheckAddress}
	case problem.CutOff:
		return Trouble{Title: lang.L("The connection dropped."), Safe: lang.L("What had arrived is kept."), Action: Continue}
	case problem.Silent:
		return Trouble{Title: lang.L("The service fell silent."), Safe: lang.L("What had arrived is kept."), Action: TryAgain}
	case problem.Interrupted:
		return Trouble{Title: lang.L("Parley ended while this was being written."), Safe: lang.L("What had arrived is kept."), Action: Continue}
	case problem.Empty:
		return Trouble{Title: lang.L("The reply was empty."), Safe: kept, Action: TryAgain}
	case problem.WantsTool:
		return Trouble{Title: lang.L("The model wanted to use a tool, and Parley has none."), Safe: lang.L("Your message is kept. Ask for an answer without tools."), Action: EditMessage}
	case problem.CannotSee:
		return Trouble{Title: lang.L("This model cannot see pictures."), Safe: kept, Action: ChooseModel}
	case problem.BadPicture:
		return Trouble{Title: lang.L("The service could not read a picture. It may be damaged."), Safe: lang.L("Your message is kept. Replace the picture, or send the message without it."), Action: EditMessage}
	case problem.CannotRead:
		return Trouble{Title: lang.L("This model does not take PDF documents, as far as is known."), Safe: lang.L("Your message is kept. Choose a model that does, or send the text of the document."), Action: ChooseModel}
	case problem.Storage:
		return Trouble{Title: lang.L("This could not be written to the disk."), Safe: lang.L("It stays here as long as Parley is open; copy what you need."), Action: TryAgain}
	case problem.NoSpeech:
		return Trouble{Title: lang.L("This service cannot read aloud."), Safe: lang.L("The text is kept."), Action: ChooseModel}
	case problem.NoVoice:
		return Trouble{Title: lang.L("This computer has no voice that could read."), Safe: lang.L("The text is kept."), Action: TryAgain}
	case problem.NoOutput:
		return Trouble{Title: lang.L("There is nothing to play sound on."), Safe: lang.L("Connect a loudspeaker or headphones; it goes on by itself."), Action: TryAgain}
	case problem.Unplayable:
		return Trouble{Title: lang.L("Parley cannot play this kind of sound."), Safe: lang.L("It can be saved and played elsewhere."), Action: TryAgain}
	case problem.NothingToRead:
		return Trouble{Title: lang.L("There is nothing to read aloud here."), Safe: lang.L("Code, tables and pictures are only announced.")}
	}
	if t, ok := microphone(kind); ok {
		return t
	}
	return Trouble{Title: lang.L("Something went wrong."), Safe: kept, Action: TryAgain}
}

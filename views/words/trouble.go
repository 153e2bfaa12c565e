package words

import (
	"fyne.io/fyne/v2/lang"

	"parlando/app/problem"
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
	StoreAgain      // the reply that the disk refused; the service is not asked
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
	if p.Kind == problem.WrongAddress && p.MovedTo != "" {
		t.Title = lang.L("The service has moved to {{.Address}}.", map[string]any{"Address": p.MovedTo})
	}
	if p.Kind == problem.WantsTool && p.Detail != "" {
		t.Title = lang.L("The model wanted to use a tool ({{.Name}}), and Parlando has none.", map[string]any{"Name": p.Detail})
	}
	return t
}

// With returns the same words with another button.
func (t Trouble) With(a Action) Trouble {
	t.Action, t.Button = a, button(a)
	return t
}

// Partial returns the words for a reply of which some text came: the text is safe, and more can be asked for.
func (t Trouble) Partial(kind problem.Kind) Trouble {
	switch {
	case kind == problem.Interrupted:
		t.Safe = lang.L("What was saved by then is here.")
	case t.Safe == lang.L("Your message is kept."):
		t.Safe = lang.L("What had arrived is kept.")
	}
	if t.Action == TryAgain {
		return t.With(Continue)
	}
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
	return map[Action]string{
		TryAgain:        lang.L("Try again"),
		StoreAgain:      lang.L("Save again"),
		Continue:        lang.L("Continue"),
		EnterKey:        lang.L("Enter a key"),
		CheckAddress:    lang.L("Check the address"),
		ChooseModel:     lang.L("Choose a model"),
		NewChat:         lang.L("New chat"),
		UseThisComputer: lang.L("Use this computer's voice"),
		ChooseVoice:     lang.L("Choose a voice"),
		ChooseService:   lang.L("Choose a service"),
		CheckProxy:      lang.L("Check the proxy"),
		OpenService:     lang.L("Open the service's page"),
		SendPlain:       lang.L("Send without my settings"),
		SmallerPictures: lang.L("Make the pictures smaller"),
		EditMessage:     lang.L("Edit the message"),
		SendFirstPart:   lang.L("Send the first part"),
		SendWithout:     lang.L("Send without it"),
	}[a]
}

func sentences(kind problem.Kind) Trouble {
	if t, ok := microphoneTroubles()[kind]; ok {
		return t
	}
	kept := lang.L("Your message is kept.")
	t, ok := map[problem.Kind]Trouble{
		problem.NoKey:          {Title: lang.L("There is no key for this service."), Safe: kept, Action: EnterKey},
		problem.KeyRejected:    {Title: lang.L("Your key was not accepted."), Safe: kept, Action: EnterKey},
		problem.NoCredit:       {Title: lang.L("Your account at the service has no credit left."), Safe: kept, Action: OpenService},
		problem.Forbidden:      {Title: lang.L("Your account may not use this model."), Safe: kept, Action: ChooseModel},
		problem.NoSuchModel:    {Title: lang.L("The service does not offer this model for chats."), Safe: kept, Action: ChooseModel},
		problem.WrongAddress:   {Title: lang.L("There is no model service at this address."), Safe: kept, Action: CheckAddress},
		problem.NotUnderstood:  {Title: lang.L("The service's answer could not be understood."), Safe: kept, Action: TryAgain},
		problem.BadRequest:     {Title: lang.L("The service refused the question as it was asked."), Safe: kept, Action: SendPlain},
		problem.RefusedSetting: {Title: lang.L("The model does not accept one of the settings."), Safe: kept},
		problem.TooLong:        {Title: lang.L("This chat has grown too long for the model."), Safe: kept, Action: NewChat},
		problem.TooLarge:       {Title: lang.L("The message is too large for the service."), Safe: lang.L("Send fewer or smaller pictures. Your message is kept."), Action: SmallerPictures},
		problem.Filtered:       {Title: lang.L("The service's content filter stopped this."), Safe: lang.L("Your message is kept; other words may help."), Action: EditMessage},
		problem.Busy:           {Title: lang.L("The service is busy."), Safe: kept, Action: TryAgain},
		problem.Timeout:        {Title: lang.L("The service took too long to answer."), Safe: kept, Action: TryAgain},
		problem.Server:         {Title: lang.L("The service has trouble of its own."), Safe: kept, Action: TryAgain},
		problem.Offline:        {Title: lang.L("The service cannot be reached."), Safe: lang.L("Is this computer online? Your message is kept."), Action: TryAgain},
		problem.Gone:           {Title: lang.L("The service this chat spoke to was forgotten."), Safe: lang.L("Nothing was sent. Your message is kept."), Action: ChooseService},
		problem.Proxy:          {Title: lang.L("The proxy did not let this through."), Safe: lang.L("It is set in Settings or by this computer. Your message is kept."), Action: CheckProxy},
		problem.ProxyLogin:     {Title: lang.L("The proxy wants a name and a password."), Safe: kept, Action: CheckProxy},
		problem.Insecure:       {Title: lang.L("The service's certificate is not valid, so nothing was sent."), Safe: kept, Action: CheckAddress},
		problem.CutOff:         {Title: lang.L("The connection dropped."), Safe: kept, Action: Continue},
		problem.Silent:         {Title: lang.L("The service fell silent."), Safe: kept, Action: TryAgain},
		problem.Stuck:          {Title: lang.L("The model got stuck and repeated itself."), Safe: kept, Action: Continue},
		problem.Interrupted:    {Title: lang.L("Parlando ended while this was being written."), Safe: kept, Action: Continue},
		problem.Empty:          {Title: lang.L("The reply was empty."), Safe: kept, Action: TryAgain},
		problem.WantsTool:      {Title: lang.L("The model wanted to use a tool, and Parlando has none."), Safe: lang.L("Your message is kept. Ask for an answer without tools."), Action: EditMessage},
		problem.CannotSee:      {Title: lang.L("This model cannot see pictures."), Safe: kept, Action: ChooseModel},
		problem.BadPicture:     {Title: lang.L("The service could not read a picture. It may be damaged."), Safe: lang.L("Your message is kept. Replace the picture, or send the message without it."), Action: EditMessage},
		problem.CannotRead:     {Title: lang.L("This model does not take PDF documents, as far as is known."), Safe: lang.L("Your message is kept. Choose a model that does, or send the text of the document."), Action: ChooseModel},
		problem.Storage:        {Title: lang.L("This could not be written to the disk."), Safe: lang.L("It stays here while Parlando is open, and Parlando keeps trying. Copy what you need."), Action: TryAgain},
		problem.NoSpeech:       {Title: lang.L("This service cannot read aloud."), Safe: lang.L("The text is kept."), Action: ChooseModel},
		problem.NoVoice:        {Title: lang.L("This computer has no voice that could read."), Safe: lang.L("The text is kept."), Action: TryAgain},
		problem.NoOutput:       {Title: lang.L("There is nothing to play sound on."), Safe: lang.L("Connect a loudspeaker or headphones; it goes on by itself."), Action: TryAgain},
		problem.Unplayable:     {Title: lang.L("Parlando cannot play this kind of sound."), Safe: lang.L("It can be saved and played elsewhere."), Action: TryAgain},
		problem.NothingToRead:  {Title: lang.L("There is nothing to read aloud here."), Safe: lang.L("Code, tables and pictures are only announced.")},
	}[kind]
	if !ok {
		t = Trouble{Title: lang.L("Something went wrong."), Safe: kept, Action: TryAgain}
	}
	return t
}

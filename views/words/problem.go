package words

import (
	"parlando/app/problem"
	"parlando/views/i18n"
)

// Action is the action of a problem's button.
type Action uint8

// The actions. NoAction means that the problem has no button.
const (
	NoAction Action = iota
	TryAgain
	Continue
	EnterKey
	CheckAddress
	ChooseModel
	NewChat
	UseComputerVoice // reads with this computer's own voice
	ChooseVoice      // selects a voice of the service
	ChooseService    // replaces a removed service
	CheckProxy
	OpenServicePage        // opens the service's page in the browser
	SendWithoutParameters  // sends again without parameters
	SendSmallerPictures    // sends again with pictures at half their size
	EditMessage            // edits the user's message
	SendFirstPart          // sends again with only the first part of attached texts
	SendWithoutAttachments // sends again without attachments
	ChooseVisionModel      // selects a model that accepts pictures
	StoreAgain             // stores the reply again after a failed write, without a request
)

// ProblemText holds the texts of a kind of problem: what happened, what is safe, and the one button
// that helps.
type ProblemText struct {
	Title, Safe, Button string
	Action              Action
}

// TextForKind returns the text for a kind of problem.
func TextForKind(kind problem.Kind) ProblemText {
	t := sentences(kind)
	return t.WithAction(t.Action)
}

// TextForProblem returns the text for a problem, by its kind and by where it happened.
func TextForProblem(p problem.Problem) ProblemText {
	t := TextForKind(p.Kind)
	if p.Kind == problem.Offline && p.IsLocal() {
		t.Title = i18n.Text("Nothing answers at {{.Host}}.", map[string]any{"Host": p.Host})
		t.Safe = i18n.Text("Is the program that runs your models started? Your message is kept.")
	}
	if p.Kind == problem.WrongAddress && p.MovedTo != "" {
		t.Title = i18n.Text("The service has moved to {{.Address}}.", map[string]any{"Address": p.MovedTo})
	}
	if p.Kind == problem.WantsTool && p.Detail != "" {
		t.Title = i18n.Text("The model wanted to use a tool ({{.Name}}), and Parlando has none.", map[string]any{"Name": p.Detail})
	}
	return t
}

// WithAction returns the text with another button.
func (t ProblemText) WithAction(a Action) ProblemText {
	t.Action, t.Button = a, button(a)
	return t
}

// ForPartialReply returns the text for a reply that was partly received: that part is safe, and the
// rest can be requested.
func (t ProblemText) ForPartialReply(kind problem.Kind) ProblemText {
	switch {
	case kind == problem.Interrupted:
		t.Safe = i18n.Text("What was saved by then is here.")
	case t.Safe == i18n.Text("Your message is kept."):
		t.Safe = i18n.Text("What had arrived is kept.")
	}
	if t.Action == TryAgain {
		return t.WithAction(Continue)
	}
	return t
}

// TextForAttachedTooLong returns the text for a message rejected because of an attached text; name
// may be "".
func TextForAttachedTooLong(name string) ProblemText {
	t := ProblemText{
		Title: i18n.Text("The attached text is too long for this model."),
		Safe:  i18n.Text("Your message is kept. The text is not sent again with the next one."),
	}
	if name != "" {
		t.Title = i18n.Text("“{{.Name}}” is too long for this model.", map[string]any{"Name": name})
	}
	return t.WithAction(SendFirstPart)
}

func button(a Action) string {
	return map[Action]string{
		TryAgain:               i18n.Text("Try again"),
		StoreAgain:             i18n.Text("Save again"),
		Continue:               i18n.Text("Continue"),
		EnterKey:               i18n.Text("Enter a key"),
		CheckAddress:           i18n.Text("Check the address"),
		ChooseModel:            i18n.Text("Choose a model"),
		NewChat:                i18n.Text("New chat"),
		UseComputerVoice:       i18n.Text("Use this computer's voice"),
		ChooseVoice:            i18n.Text("Choose a voice"),
		ChooseService:          i18n.Text("Choose a service"),
		CheckProxy:             i18n.Text("Check the proxy"),
		OpenServicePage:        i18n.Text("Open the service's page"),
		SendWithoutParameters:  i18n.Text("Send without my settings"),
		SendSmallerPictures:    i18n.Text("Make the pictures smaller"),
		EditMessage:            i18n.Text("Edit the message"),
		SendFirstPart:          i18n.Text("Send the first part"),
		SendWithoutAttachments: i18n.Text("Send without it"),
	}[a]
}

func sentences(kind problem.Kind) ProblemText {
	if t, ok := microphoneProblems()[kind]; ok {
		return t
	}
	kept := i18n.Text("Your message is kept.")
	t, ok := map[problem.Kind]ProblemText{
		problem.NoKey:          {Title: i18n.Text("There is no key for this service."), Safe: kept, Action: EnterKey},
		problem.KeyRejected:    {Title: i18n.Text("Your key was not accepted."), Safe: kept, Action: EnterKey},
		problem.NoCredit:       {Title: i18n.Text("Your account at the service has no credit left."), Safe: kept, Action: OpenServicePage},
		problem.Forbidden:      {Title: i18n.Text("Your account may not use this model."), Safe: kept, Action: ChooseModel},
		problem.NoSuchModel:    {Title: i18n.Text("The service does not offer this model for chats."), Safe: kept, Action: ChooseModel},
		problem.WrongAddress:   {Title: i18n.Text("There is no model service at this address."), Safe: kept, Action: CheckAddress},
		problem.NotUnderstood:  {Title: i18n.Text("The service's answer could not be understood."), Safe: kept, Action: TryAgain},
		problem.BadRequest:     {Title: i18n.Text("The service refused the question as it was asked."), Safe: kept, Action: SendWithoutParameters},
		problem.RefusedSetting: {Title: i18n.Text("The model does not accept one of the settings."), Safe: kept},
		problem.TooLong:        {Title: i18n.Text("This chat has grown too long for the model."), Safe: kept, Action: NewChat},
		problem.TooLarge:       {Title: i18n.Text("The message is too large for the service."), Safe: i18n.Text("Send fewer or smaller pictures. Your message is kept."), Action: SendSmallerPictures},
		problem.Filtered:       {Title: i18n.Text("The service's content filter stopped this."), Safe: i18n.Text("Your message is kept; other words may help."), Action: EditMessage},
		problem.Busy:           {Title: i18n.Text("The service is busy."), Safe: kept, Action: TryAgain},
		problem.Timeout:        {Title: i18n.Text("The service took too long to answer."), Safe: kept, Action: TryAgain},
		problem.ServerError:    {Title: i18n.Text("The service has trouble of its own."), Safe: kept, Action: TryAgain},
		problem.Offline:        {Title: i18n.Text("The service cannot be reached."), Safe: i18n.Text("Is this computer online? Your message is kept."), Action: TryAgain},
		problem.ConnectionGone: {Title: i18n.Text("The service this chat spoke to was forgotten."), Safe: i18n.Text("Nothing was sent. Your message is kept."), Action: ChooseService},
		problem.Proxy:          {Title: i18n.Text("The proxy did not let this through."), Safe: i18n.Text("It is set in Settings or by this computer. Your message is kept."), Action: CheckProxy},
		problem.ProxyLogin:     {Title: i18n.Text("The proxy wants a name and a password."), Safe: kept, Action: CheckProxy},
		problem.Insecure:       {Title: i18n.Text("The service's certificate is not valid, so nothing was sent."), Safe: kept, Action: CheckAddress},
		problem.CutOff:         {Title: i18n.Text("The connection dropped."), Safe: kept, Action: Continue},
		problem.Silent:         {Title: i18n.Text("The service fell silent."), Safe: kept, Action: TryAgain},
		problem.RepeatsItself:  {Title: i18n.Text("The model got stuck and repeated itself."), Safe: kept, Action: Continue},
		problem.Interrupted:    {Title: i18n.Text("Parlando ended while this was being written."), Safe: kept, Action: Continue},
		problem.Empty:          {Title: i18n.Text("The reply was empty."), Safe: kept, Action: TryAgain},
		problem.WantsTool:      {Title: i18n.Text("The model wanted to use a tool, and Parlando has none."), Safe: i18n.Text("Your message is kept. Ask for an answer without tools."), Action: EditMessage},
		problem.CannotSee:      {Title: i18n.Text("This model cannot see pictures."), Safe: kept, Action: ChooseModel},
		problem.BadPicture:     {Title: i18n.Text("The service could not read a picture. It may be damaged."), Safe: i18n.Text("Your message is kept. Replace the picture, or send the message without it."), Action: EditMessage},
		problem.CannotRead:     {Title: i18n.Text("This model does not take PDF documents, as far as is known."), Safe: i18n.Text("Your message is kept. Choose a model that does, or send the text of the document."), Action: ChooseModel},
		problem.Storage:        {Title: i18n.Text("This could not be written to the disk."), Safe: i18n.Text("It stays here while Parlando is open, and Parlando keeps trying. Copy what you need."), Action: TryAgain},
		problem.NoSpeech:       {Title: i18n.Text("This service cannot read aloud."), Safe: i18n.Text("The text is kept."), Action: ChooseModel},
		problem.NoVoice:        {Title: i18n.Text("This computer has no voice that could read."), Safe: i18n.Text("The text is kept."), Action: TryAgain},
		problem.NoOutput:       {Title: i18n.Text("There is nothing to play sound on."), Safe: i18n.Text("Connect a loudspeaker or headphones; it goes on by itself."), Action: TryAgain},
		problem.Unplayable:     {Title: i18n.Text("Parlando cannot play this kind of sound."), Safe: i18n.Text("It can be saved and played elsewhere."), Action: TryAgain},
		problem.NothingToRead:  {Title: i18n.Text("There is nothing to read aloud here."), Safe: i18n.Text("Code, tables and pictures are only announced.")},
	}[kind]
	if !ok {
		t = ProblemText{Title: i18n.Text("Something went wrong."), Safe: kept, Action: TryAgain}
	}
	return t
}

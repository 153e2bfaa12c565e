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
	SendTextOnly           // sends again with attached documents as plain text
	ChooseVisionModel      // selects a model that accepts pictures
	ChooseInstead          // selects the model that replaces the refused one
	AllowLonger            // sends again with a larger maximum length
	ContinueMonth          // goes on this month after the monthly limit
	StoreAgain             // stores the reply again after a failed write, without a request
)

// ProblemText holds the texts for a problem: what happened, what is safe, and the one button that
// helps.
type ProblemText struct {
	Title, Safe, Button string
	Action              Action
	// onlyMessage reports that Safe says of the message alone that it is saved.
	onlyMessage bool
}

// TextForKind returns the text for a kind of problem.
func TextForKind(kind problem.Kind) ProblemText {
	t := sentences(kind)
	return t.WithAction(t.Action)
}

// TextForProblem returns the text for a problem, by its kind and by the place where it happened.
func TextForProblem(p problem.Problem) ProblemText {
	t := TextForKind(p.Kind)
	if p.Kind == problem.Offline && p.IsLocal() {
		t.Title = i18n.Text("No response from {{.Host}}.", map[string]any{"Host": p.Host})
		t.Safe = i18n.Text("Is the program that runs your models started? Start it and try again. Your message is saved.")
	}
	if p.Kind == problem.WrongAddress && p.MovedTo != "" {
		t.Title = i18n.Text("The service has moved to {{.Address}}.", map[string]any{"Address": p.MovedTo})
	}
	if p.Kind == problem.CannotRead && p.Status != 0 { // the service refused the document
		t.Title = i18n.Text("This model doesn't support PDFs.")
	}
	if p.Kind == problem.WantsTool && p.Detail != "" {
		t.Title = i18n.Text("The model tried to use a tool ({{.Name}}) that isn't available.", map[string]any{"Name": p.Detail})
	}
	if p.Kind == problem.CutInCall && p.Detail != "" {
		name, _ := ToolName(p.Detail)
		t.Title = i18n.Text("The reply reached its maximum length while it was using {{.Tool}}.", map[string]any{"Tool": name})
	}
	return t.aboutLimit(p)
}

// aboutLimit names the connection of a limit that is reached.
func (t ProblemText) aboutLimit(p problem.Problem) ProblemText {
	if p.Kind == problem.LimitReached && p.Detail != "" {
		t.Title = i18n.Text("The monthly limit of {{.Name}} is reached.", map[string]any{"Name": ShortName(p.Detail, MaxNameInSentence)})
	}
	return t
}

// WithAction returns the text with another button.
func (t ProblemText) WithAction(a Action) ProblemText {
	t.Action, t.Button = a, Button(a)
	return t
}

// ForPartialReply returns the text for a reply of which a part was received: that part is safe, and
// the rest can be requested.
func (t ProblemText) ForPartialReply(kind problem.Kind) ProblemText {
	switch {
	case kind == problem.Interrupted:
		t.Safe = i18n.Text("Everything saved up to that point is here.")
	case t.onlyMessage:
		t.Safe = i18n.Text("Everything received so far is saved.")
	}
	if t.Action == TryAgain {
		return t.WithAction(Continue)
	}
	return t
}

// ForFullReply returns the text for a reply that is too long to be continued.
func (t ProblemText) ForFullReply() ProblemText {
	t.Safe = i18n.Text("Everything received so far is saved. There is no room for more in this reply, but you can send a new message.")
	return t
}

// TextForAttachedTooLong returns the text for a message rejected because of an attached text; name
// may be "".
func TextForAttachedTooLong(name string) ProblemText {
	t := ProblemText{
		Title: i18n.Text("The attached text is too long for this model."),
		Safe:  i18n.Text("Your message is saved. The text won't be sent again with the next message."),
	}
	if name != "" {
		t.Title = i18n.Text("“{{.Name}}” is too long for this model.", map[string]any{"Name": name})
	}
	return t.WithAction(SendFirstPart)
}

// ThoughtAlone returns the text for a reply whose maximum length was used up by reasoning.
func ThoughtAlone() ProblemText {
	t := ProblemText{
		Title: i18n.Text("The model thought but gave no answer."),
		Safe:  i18n.Text("It used its whole length for thinking."),
	}
	return t.WithAction(AllowLonger)
}

// Button returns the name of the button for an action, "" for None.
func Button(a Action) string {
	return map[Action]string{
		TryAgain:               i18n.Text("Try again"),
		AllowLonger:            i18n.Text("Let it write more"),
		ContinueMonth:          i18n.Text("Continue this month"),
		StoreAgain:             i18n.Text("Save again"),
		Continue:               i18n.TextIn("reply", "Continue"),
		EnterKey:               i18n.Text("Enter a key"),
		CheckAddress:           i18n.Text("Check the address"),
		ChooseModel:            i18n.Text("Choose a model"),
		NewChat:                i18n.Text("New chat"),
		UseComputerVoice:       i18n.Text("Use this computer's voice"),
		ChooseVoice:            i18n.Text("Choose a voice"),
		ChooseService:          i18n.Text("Choose a connection"),
		CheckProxy:             i18n.Text("Check the proxy"),
		OpenServicePage:        i18n.Text("Open service website"),
		SendWithoutParameters:  i18n.Text("Send with default settings"),
		SendSmallerPictures:    i18n.Text("Make pictures smaller"),
		EditMessage:            i18n.Text("Edit message"),
		SendFirstPart:          i18n.Text("Send the first part"),
		SendWithoutAttachments: i18n.TextIn("attachment", "Send without it"),
		SendTextOnly:           i18n.Text("Send only the text"),
	}[a]
}

func sentences(kind problem.Kind) ProblemText {
	if t, ok := microphoneProblems()[kind]; ok {
		return t
	}
	t, ok := map[problem.Kind]ProblemText{
		problem.NoKey:              {Title: i18n.Text("There's no key for this service yet."), onlyMessage: true, Action: EnterKey},
		problem.KeyRejected:        {Title: i18n.Text("The service didn't accept your key."), onlyMessage: true, Action: EnterKey},
		problem.NoCredit:           {Title: i18n.Text("Your account with this service has run out of credit."), onlyMessage: true, Action: OpenServicePage},
		problem.Forbidden:          {Title: i18n.Text("Your account doesn't have access to this model."), onlyMessage: true, Action: ChooseModel},
		problem.NoSuchModel:        {Title: i18n.Text("The service doesn't have this model, or it can't be used for chats."), onlyMessage: true, Action: ChooseModel},
		problem.WrongAddress:       {Title: i18n.Text("No AI service was found at this address."), onlyMessage: true, Action: CheckAddress},
		problem.NotUnderstood:      {Title: i18n.Text("The service sent something Parlando can't read."), onlyMessage: true, Action: TryAgain},
		problem.BadRequest:         {Title: i18n.Text("The service didn't accept this."), onlyMessage: true, Action: SendWithoutParameters},
		problem.RefusedSetting:     {Title: i18n.Text("The model doesn't accept one of the settings."), onlyMessage: true},
		problem.TooLong:            {Title: i18n.Text("This chat is too long for the model."), onlyMessage: true, Action: NewChat},
		problem.TooLarge:           {Title: i18n.Text("The message is too large for the service."), Safe: i18n.Text("Send fewer or smaller pictures. Your message is saved."), Action: SendSmallerPictures},
		problem.Filtered:           {Title: i18n.Text("The service didn't allow this because of its content rules."), Safe: i18n.Text("Your message is saved. Try wording it differently."), Action: EditMessage},
		problem.Busy:               {Title: i18n.Text("The service is busy."), onlyMessage: true, Action: TryAgain},
		problem.Timeout:            {Title: i18n.Text("The service took too long to respond."), onlyMessage: true, Action: TryAgain},
		problem.ServerError:        {Title: i18n.Text("The service has a problem."), onlyMessage: true, Action: TryAgain},
		problem.Restarting:         {Title: i18n.Text("The service is restarting. Try again in a moment."), onlyMessage: true, Action: TryAgain},
		problem.Loading:            {Title: i18n.Text("The service is still loading the model."), onlyMessage: true, Action: TryAgain},
		problem.Template:           {Title: i18n.Text("This model can't read what was sent in this form."), Safe: i18n.Text("Your message is saved. Sending it again won't help: choose another model or start a new chat."), Action: ChooseModel},
		problem.Offline:            {Title: i18n.Text("The service can't be reached."), Safe: i18n.Text("Check your internet connection. Your message is saved."), Action: TryAgain},
		problem.LimitReached:       {Title: i18n.Text("The monthly limit of this connection is reached."), Safe: i18n.Text("Everything received so far is saved."), Action: ContinueMonth},
		problem.ConnectionGone:     {Title: i18n.Text("This chat's connection was removed."), Safe: i18n.Text("Nothing was sent. Your message is saved."), Action: ChooseService},
		problem.Proxy:              {Title: i18n.Text("Your network's proxy didn't let this through."), Safe: i18n.Text("You can check the proxy in Settings, Connections. Your message is saved."), Action: CheckProxy},
		problem.ProxyUnreachable:   {Title: i18n.Text("The proxy can't be reached."), Safe: i18n.Text("Check that it is running, and its address in Settings or on this computer. Your message is saved."), Action: CheckProxy},
		problem.ProxyInvalid:       {Title: i18n.Text("The proxy's response wasn't valid."), Safe: i18n.Text("Check its address and type in Settings or on this computer. Your message is saved."), Action: CheckProxy},
		problem.ProxyCannotConnect: {Title: i18n.Text("The proxy can't reach the service."), Safe: i18n.Text("The service or its address may be the cause, or the proxy's own connection. Your message is saved."), Action: TryAgain},
		problem.ProxyLogin:         {Title: i18n.Text("Your network's proxy asks for a name and password."), onlyMessage: true, Action: CheckProxy},
		problem.Insecure:           {Title: i18n.Text("Parlando couldn't check that this is really the service (invalid certificate), so nothing was sent."), onlyMessage: true, Action: CheckAddress},
		problem.CutOff:             {Title: i18n.Text("The connection was lost."), onlyMessage: true, Action: Continue},
		problem.Silent:             {Title: i18n.Text("The service stopped responding."), onlyMessage: true, Action: TryAgain},
		problem.RepeatsItself:      {Title: i18n.Text("The model was repeating itself, so the reply was stopped."), onlyMessage: true, Action: Continue},
		problem.ReplyTooLong:       {Title: i18n.Text("The reply got too long, so Parlando ended it."), onlyMessage: true, Action: Continue},
		problem.Interrupted:        {Title: i18n.Text("Parlando closed during this reply."), onlyMessage: true, Action: Continue},
		problem.Empty:              {Title: i18n.Text("The reply was empty."), onlyMessage: true, Action: TryAgain},
		problem.CutInCall:          {Title: i18n.Text("The reply reached its maximum length while it was using a tool."), onlyMessage: true, Action: AllowLonger},
		problem.WantsTool:          {Title: i18n.Text("The model tried to use a tool, but tools are turned off."), Safe: i18n.Text("Your message is saved. You can try again without tools."), Action: EditMessage},
		problem.CannotSee:          {Title: i18n.Text("This model doesn't accept pictures."), onlyMessage: true, Action: ChooseModel},
		problem.BadPicture:         {Title: i18n.Text("The service couldn't read a picture. It may be damaged."), Safe: i18n.Text("Your message is saved. Replace the picture, or send the message without it."), Action: EditMessage},
		problem.CannotRead:         {Title: i18n.Text("This model probably doesn't support PDFs."), Safe: i18n.Text("Your message is saved. Choose a model that supports PDFs, or send only the text of the document."), Action: ChooseModel},
		problem.Storage:            {Title: i18n.Text("This couldn't be saved on your computer."), Safe: i18n.Text("It stays here while Parlando is open, and Parlando keeps trying. To be safe, copy what you need."), Action: TryAgain},
		problem.StoppedByDisk:      {Title: i18n.Text("A disk problem stopped this reply."), onlyMessage: true, Action: Continue},
		problem.NoSpeech:           {Title: i18n.Text("This service has no voices."), Safe: i18n.Text("The text is saved."), Action: ChooseModel},
		problem.NoVoice:            {Title: i18n.Text("This computer has no voice for reading aloud."), Safe: i18n.Text("The text is saved."), Action: TryAgain},
		problem.NoVoiceLeft:        {Title: i18n.Text("The service can't read this aloud, and this computer has no voice."), Safe: i18n.Text("Choose another model on the page Read aloud."), Action: TryAgain},
		problem.NoOutput:           {Title: i18n.Text("No speakers or headphones found."), Safe: i18n.Text("Connect speakers or headphones. Playback continues by itself."), Action: TryAgain},
		problem.Unplayable:         {Title: i18n.Text("Parlando can't play this audio format."), Safe: i18n.Text("You can save it and play it in another program."), Action: TryAgain},
		problem.NothingToRead:      {Title: i18n.Text("There is nothing to read aloud here."), Safe: i18n.Text("Code, tables and pictures are only named, not read.")},
	}[kind]
	if !ok {
		t = ProblemText{Title: i18n.Text("Something went wrong."), onlyMessage: true, Action: TryAgain}
	}
	if t.onlyMessage {
		t.Safe = i18n.Text("Your message is saved.")
	}
	return t
}

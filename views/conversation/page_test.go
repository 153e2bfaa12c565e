package conversation_test

import (
	"parlando/app/chat"
	"parlando/views/words"
)

// calls are the callbacks that a test sets; a nil one does nothing.
type calls struct {
	OnRegenerate, OnContinue, OnEdit                          func(id chat.ID)
	OnChoose                                                  func(id chat.ID, step int)
	OnDelete                                                  func(id chat.ID, alone bool)
	OnFix                                                     func(id chat.ID, a words.Action)
	OnSendAgain                                               func(id chat.ID, field string, value *float64)
	OnShowPicture, OnOpenFile, OnSavePicture, OnChangePicture func(message chat.ID, sha256 string)
	OnOpenLink, OnOpenPicture                                 func(address string)
	OnReadMessages                                            func(ids []chat.ID)
	OnReadPicture                                             func(sha256 string, edge float32)
	OnHighlight                                               func(key, language, code string)
	// Names are those of models.
	Names       map[string]string
	ServicePage bool
}

// page implements every interface of a view with the calls of a test.
type page struct{ *calls }

func (p page) Regenerate(id chat.ID)                    { call(p.OnRegenerate, id) }
func (p page) Continue(id chat.ID)                      { call(p.OnContinue, id) }
func (p page) Edit(id chat.ID)                          { call(p.OnEdit, id) }
func (p page) Stop()                                    {}
func (p page) Delete(id chat.ID)                        { call2(p.OnDelete, id, false) }
func (p page) DeleteAlone(id chat.ID)                   { call2(p.OnDelete, id, true) }
func (p page) Choose(id chat.ID, step int)              { call2(p.OnChoose, id, step) }
func (p page) PerformAction(id chat.ID, a words.Action) { call2(p.OnFix, id, a) }
func (p page) ShowPicture(m chat.ID, sha256 string)     { call2(p.OnShowPicture, m, sha256) }
func (p page) OpenFile(m chat.ID, sha256 string)        { call2(p.OnOpenFile, m, sha256) }
func (p page) ChangePicture(m chat.ID, sha256 string)   { call2(p.OnChangePicture, m, sha256) }
func (p page) SavePicture(m chat.ID, sha256 string)     { call2(p.OnSavePicture, m, sha256) }
func (p page) OpenLink(address string)                  { call(p.OnOpenLink, address) }
func (p page) OpenPicture(address string)               { call(p.OnOpenPicture, address) }
func (p page) HasServicePage() bool                     { return p.ServicePage }
func (p page) ModelName(model string) string            { return p.Names[model] }
func (p page) VisionModel() string                      { return "" }
func (p page) ModelInstead(string) (string, bool)       { return "", false }
func (p page) ReadMessages(ids []chat.ID)               { call(p.OnReadMessages, ids) }
func (p page) ReadPicture(sha256 string, edge float32)  { call2(p.OnReadPicture, sha256, edge) }

func (p page) SendAgain(id chat.ID, field string, value *float64) {
	if p.OnSendAgain != nil {
		p.OnSendAgain(id, field, value)
	}
}

func (p page) Highlight(key, language, code string) {
	if p.OnHighlight != nil {
		p.OnHighlight(key, language, code)
	}
}

func call[A any](f func(A), a A) {
	if f != nil {
		f(a)
	}
}

func call2[A, B any](f func(A, B), a A, b B) {
	if f != nil {
		f(a, b)
	}
}

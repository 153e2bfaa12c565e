package words

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"parlando/app/attachments"
)

func TestWhyThereIsNoPictureIsASentence(t *testing.T) {
	for err, want := range map[error]string{
		attachments.ErrScreenForbidden:   "privacy settings",
		attachments.ErrNoScreen:          "no screen",
		attachments.ErrScreenUnsupported: "paste it",
		errors.New("something else"):     "paste it",
		attachments.ErrScreenCanceled:    "",
		context.Canceled:                 "",
	} {
		got := ScreenshotError(fmt.Errorf("take: %w", err))
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%v is %q", err, got)
		}
	}
	if got := AttachmentError(fmt.Errorf("paste: %w", attachments.ErrClipboardCutOff)); !strings.Contains(got, "Copy it again") {
		t.Errorf("%q", got)
	}
}

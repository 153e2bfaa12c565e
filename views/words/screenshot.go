package words

import (
	"context"
	"errors"

	"parlando/app/attachments"
	"parlando/views/i18n"
)

// ScreenshotError returns why no screenshot was taken; "" if the user refused.
func ScreenshotError(err error) string {
	switch {
	case errors.Is(err, attachments.ErrScreenCanceled), errors.Is(err, context.Canceled):
		return ""
	case errors.Is(err, attachments.ErrScreenForbidden):
		return i18n.Text("This system did not let Parlando take a picture of the screen. Its privacy settings may allow it.")
	case errors.Is(err, attachments.ErrNoScreen):
		return i18n.Text("Parlando found no screen to take a picture of.")
	}
	return i18n.Text("Parlando cannot take pictures of the screen here. Take one with a program of this system, and paste it.")
}

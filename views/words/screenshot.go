package words

import (
	"context"
	"errors"

	"parlando/app/attachments"
	"parlando/views/i18n"
)

// ScreenshotError returns the reason why no screenshot was taken; "" if the user declined.
func ScreenshotError(err error) string {
	switch {
	case errors.Is(err, attachments.ErrScreenCanceled), errors.Is(err, context.Canceled):
		return ""
	case errors.Is(err, attachments.ErrScreenForbidden):
		return i18n.Text("This system didn't allow the screenshot. Check its privacy settings.")
	case errors.Is(err, attachments.ErrNoScreen):
		return i18n.Text("Parlando found no screen to capture.")
	}
	return i18n.Text("Parlando can't take screenshots here. Take one with another program and paste it.")
}

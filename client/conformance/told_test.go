package conformance

import (
	"errors"
	"fmt"

	"github.com/openai/openai-go/v3"
)

// told is an SDK's error with what the gateway said, which the SDK keeps out of its text.
func told(err error) error {
	var e *openai.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%w: %s (param %q)", err, e.Message, e.Param)
	}
	return err
}

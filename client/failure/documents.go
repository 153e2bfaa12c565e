package failure

import (
	"strings"

	"parlando/client/lazyregexp"
)

// Lower-case phrases that the model does not accept PDFs, and that a document is too large.
var (
	documentRefused = lazyregexp.New(`\b(?:pdfs?|documents?)\b[^.\n]{0,40}\b(?:is|are) not (?:accepted|supported|allowed|available|enabled)|` +
		`(?:not|n't|cannot) (?:support|accept|take|read|handle|allow|process)\b[^.\n]{0,30}\b(?:pdfs?|documents?|file (?:content|input|part)s?)\b|` +
		`\bpdf\b[^.\n]{0,60}\btakes none|takes no pdf|unsupported[^.\n]{0,40}\bapplication/pdf|\bapplication/pdf\b[^.\n]{0,40}\bnot (?:supported|accepted|allowed)|` +
		"(?:unknown variant|invalid value:?|part type:?|content type:?|input tag) [`'\"]?(?:file|document|input_file)\\b|" +
		`不支持(?:pdf|文档|文件)`)
	documentTooLarge = lazyregexp.New(`larger|bigger|too (?:large|long|big|many)|exceed|at most|more than|\bpages\b`)
)

// refusesDocument reports whether the error says that the model does not support PDF documents. It
// applies to requests with pictures or documents; both are sent in the same form.
func (f ErrorBody) refusesDocument() bool {
	text := strings.ToLower(f.Message + " " + f.inner)
	return f.images && except(401, 402, 403, 413, 429)(f.status) && documentRefused().MatchString(text) && !documentTooLarge().MatchString(text)
}

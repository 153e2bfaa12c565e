// Package claude reads the exports of Claude: conversations, of the service and of browser add-ons,
// projects, memories, and the list of downloads that an export may be.
package claude

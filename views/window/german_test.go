package window

import "testing"

// germanStories are told in German, too: what most users do, a story for each part of the window.
// PARLANDO_TEST_LANGUAGE=de tells all stories in German; those that compare whole sentences,
// amounts or announcements with English ones fail then.
var germanStories = map[string]func(t *testing.T){
	"first run, send, stop, adjust":    TestFromFirstRunToEverythingStillThere,
	"connect with a key":               TestAKeyAndOneClickConnect,
	"attach a picture":                 TestADroppedPictureIsLookedAtByAModelThatCanSee,
	"attach a text":                    TestATextFileGoesTheWholeWay,
	"search":                           TestAHitOfTheSearchLeadsToItsPlaces,
	"end a search":                     TestEscapeEndsTheSearchThatLedToAChat,
	"delete a chat and put it back":    TestADeletedChatIsReadAndPutBackWeeksLaterByKeyboardAlone,
	"transcribe, rename, delete":       TestATranscriptIsRenamedDeletedAndComesBack,
	"read aloud":                       TestTheLoudspeakerUnderAReplyPauses,
	"settings":                         TestEachSectionOfTheSettingsIsAPage,
	"settings by keyboard":             TestTheKeyboardStaysAtWhatItPressesInTheSettings,
	"connections from the settings":    TestTheSettingsGoOnToAConnectionAndBack,
	"a project":                        TestAChatIsMovedIntoANewProjectAndOut,
	"rename and delete a project":      TestAProjectIsRenamedAndDeletedFromItsPage,
	"temporary chat":                   TestATemporaryChatIsMarkedAndCanBeKept,
	"memories":                         TestMemoriesAreWrittenChangedAndDeletedWithTheKeyboard,
	"costs":                            TestThePricesAreOpenedFromTheSettings,
	"export everything, open it again": TestEverythingIsExportedAndOpenedAgain,
}

func TestStoriesInGerman(t *testing.T) {
	for name, tell := range germanStories {
		if raced && name != "connect with a key" {
			continue // they are raced in English
		}
		t.Run("de/"+name, func(t *testing.T) {
			speaksLocale(t, "de_DE.UTF-8")
			tell(t)
		})
	}
}

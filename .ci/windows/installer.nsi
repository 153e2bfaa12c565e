; The installer for Windows: for the user alone, without an administrator. /S installs silently, and so does
; "uninstall.exe /S", which keeps the user's data.
Target amd64-unicode
SetCompressor /SOLID lzma
; In megabytes: parlando-screen-reader.exe is nearly parlando.exe, which must be in reach to be compressed only once.
SetCompressorDictSize 96
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

Name "Parlando"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Parlando"
InstallDirRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall\Parlando" "InstallLocation"
RequestExecutionLevel user
ManifestDPIAware true
BrandingText "Parlando ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Parlando"
VIAddVersionKey "FileDescription" "Installs Parlando"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "See LICENSE.txt"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\parlando.exe"
!define MUI_FINISHPAGE_RUN_TEXT "$(open)"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
; The installer speaks the language of Windows, if it is one of these; else English.
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Japanese"
LangString open ${LANG_ENGLISH} "Open Parlando"
LangString open ${LANG_GERMAN} "Parlando öffnen"
LangString open ${LANG_JAPANESE} "Parlandoを開く"
LangString about ${LANG_ENGLISH} "Chat with AI, show it pictures, dictate and listen"
LangString about ${LANG_GERMAN} "Mit KI chatten, Bilder zeigen, diktieren und zuhören"
LangString about ${LANG_JAPANESE} "AIとのチャット、画像の送信、音声入力、読み上げ"
; The uninstaller deletes the menu entry by each name: the language of Windows may have changed.
!define FOR_SCREEN_READERS_ENGLISH "Parlando for screen readers"
!define FOR_SCREEN_READERS_GERMAN "Parlando für Screenreader"
!define FOR_SCREEN_READERS_JAPANESE "Parlando（スクリーンリーダー用）"
LangString forScreenReaders ${LANG_ENGLISH} "${FOR_SCREEN_READERS_ENGLISH}"
LangString forScreenReaders ${LANG_GERMAN} "${FOR_SCREEN_READERS_GERMAN}"
LangString forScreenReaders ${LANG_JAPANESE} "${FOR_SCREEN_READERS_JAPANESE}"
LangString aboutReader ${LANG_ENGLISH} "For Narrator, NVDA and other screen readers (early version)"
LangString aboutReader ${LANG_GERMAN} "Für Sprachausgabe, NVDA und andere Screenreader (frühe Version)"
LangString aboutReader ${LANG_JAPANESE} "ナレーター、NVDAなどのスクリーンリーダー用（初期バージョン）"
LangString running ${LANG_ENGLISH} "Parlando is open. Close it, then try again."
LangString running ${LANG_GERMAN} "Parlando ist geöffnet. Schließe es und versuche es erneut."
LangString running ${LANG_JAPANESE} "Parlandoが開いています。閉じてから、もう一度お試しください。"
LangString stopped ${LANG_ENGLISH} "Parlando is open."
LangString stopped ${LANG_GERMAN} "Parlando ist geöffnet."
LangString stopped ${LANG_JAPANESE} "Parlandoが開いています。"
LangString delete ${LANG_ENGLISH} "Delete your chats, recordings and settings as well?$\r$\n$\r$\nThey are kept if you choose No. API keys stay in Windows' Credential Manager."
LangString delete ${LANG_GERMAN} "Auch deine Chats, Aufnahmen und Einstellungen löschen?$\r$\n$\r$\nMit „Nein“ bleiben sie erhalten. API-Schlüssel bleiben in der Windows-Anmeldeinformationsverwaltung."
LangString delete ${LANG_JAPANESE} "チャット、録音、設定も削除しますか？$\r$\n$\r$\n「いいえ」を選ぶと残ります。APIキーはWindowsの資格情報マネージャーに残ります。"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Parlando"
!define CLASSES "Software\Classes"

; CloseRunning asks a Parlando that runs from $INSTDIR, for screen readers or not, to close, which stores everything, and
; waits until the files can be replaced. It ends the installer if that does not happen.
!macro CheckFree file
  ${If} ${FileExists} "$INSTDIR\${file}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${file}" a
    ${If} ${Errors}
      StrCpy $2 running
    ${Else}
      FileClose $0
    ${EndIf}
  ${EndIf}
!macroend
!macro CloseRunning un
Function ${un}CheckRunning
  StrCpy $2 ""
  !insertmacro CheckFree "parlando.exe"
  !insertmacro CheckFree "parlando-screen-reader.exe"
FunctionEnd
Function ${un}CloseRunning
  try:
    StrCpy $1 0
    Call ${un}CheckRunning
    StrCmp $2 "" closed
    ExecWait '"$INSTDIR\parlando.exe" --quit'
  wait:
    Sleep 250
    IntOp $1 $1 + 1
    Call ${un}CheckRunning
    StrCmp $2 "" closed
    IntCmp $1 40 0 wait
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(running)" /SD IDCANCEL IDRETRY try
    SetErrorLevel 2
    Abort "$(stopped)"
  closed:
FunctionEnd
!macroend
!insertmacro CloseRunning ""
!insertmacro CloseRunning "un."

; What Parlando opens, as in Linux' menus.
!macro EachType do
  !insertmacro ${do} ".png"
  !insertmacro ${do} ".jpg"
  !insertmacro ${do} ".jpeg"
  !insertmacro ${do} ".webp"
  !insertmacro ${do} ".gif"
  !insertmacro ${do} ".heic"
  !insertmacro ${do} ".avif"
  !insertmacro ${do} ".pdf"
  !insertmacro ${do} ".txt"
  !insertmacro ${do} ".md"
  !insertmacro ${do} ".docx"
  !insertmacro ${do} ".xlsx"
  !insertmacro ${do} ".mp3"
  !insertmacro ${do} ".m4a"
  !insertmacro ${do} ".mp4"
  !insertmacro ${do} ".wav"
  !insertmacro ${do} ".webm"
  !insertmacro ${do} ".ogg"
  !insertmacro ${do} ".flac"
!macroend
!macro OfferFor type
  WriteRegStr HKCU "${CLASSES}\Applications\parlando.exe\SupportedTypes" "${type}" ""
  WriteRegStr HKCU "${CLASSES}\${type}\OpenWithProgids" "Parlando.File" ""
!macroend
!macro OfferNoLonger type
  DeleteRegValue HKCU "${CLASSES}\${type}\OpenWithProgids" "Parlando.File"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${type}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${type}"
!macroend

Section
  Call CloseRunning
  SetOutPath $INSTDIR
  File "${FILES}\parlando.exe"
  File "${FILES}\parlando-screen-reader.exe"
  File "${FILES}\parlando-helper.exe"
  File "${FILES}\LICENSE.txt"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  ; winget passes /WINGET, and Parlando then says that winget updates it (app/updates).
  Delete "$INSTDIR\winget"
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/WINGET" $1
  IfErrors byHand
  FileOpen $0 "$INSTDIR\winget" w
  FileClose $0
  byHand:
  CreateShortcut "$SMPROGRAMS\Parlando.lnk" "$INSTDIR\parlando.exe" "" "" "" SW_SHOWNORMAL "" "$(about)"
  CreateShortcut "$SMPROGRAMS\$(forScreenReaders).lnk" "$INSTDIR\parlando-screen-reader.exe" "" "" "" SW_SHOWNORMAL "" "$(aboutReader)"

  WriteRegStr HKCU "${CLASSES}\Applications\parlando.exe" "FriendlyAppName" "Parlando"
  WriteRegStr HKCU "${CLASSES}\Applications\parlando.exe\shell\open\command" "" '"$INSTDIR\parlando.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\Parlando.File\shell\open\command" "" '"$INSTDIR\parlando.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\Parlando.File\DefaultIcon" "" "$INSTDIR\parlando.exe,0"
  !insertmacro EachType OfferFor
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\parlando.exe" "" "$INSTDIR\parlando.exe"

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Parlando"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\parlando.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Parlando authors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
  ${RefreshShellIcons}
SectionEnd

Section "Uninstall"
  Call un.CloseRunning
  Delete "$INSTDIR\parlando.exe"
  Delete "$INSTDIR\parlando-screen-reader.exe"
  Delete "$INSTDIR\parlando-helper.exe"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\winget"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Parlando.lnk"
  Delete "$SMPROGRAMS\${FOR_SCREEN_READERS_ENGLISH}.lnk"
  Delete "$SMPROGRAMS\${FOR_SCREEN_READERS_GERMAN}.lnk"
  Delete "$SMPROGRAMS\${FOR_SCREEN_READERS_JAPANESE}.lnk"
  DeleteRegKey HKCU "${CLASSES}\Applications\parlando.exe"
  DeleteRegKey HKCU "${CLASSES}\Parlando.File"
  !insertmacro EachType OfferNoLonger
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\parlando.exe"
  DeleteRegKey HKCU "${UNINSTALL}"
  ${un.RefreshShellIcons}
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(delete)" /SD IDNO IDNO kept
  RMDir /r "$LOCALAPPDATA\parlando"
  RMDir /r "$LOCALAPPDATA\cache\parlando"
  RMDir /r "$APPDATA\fyne\org.parlando.Parlando"
  RMDir /r "$LOCALAPPDATA\fyne\org.parlando.Parlando"
  kept:
SectionEnd

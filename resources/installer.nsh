; Adds bin to the user's path, or to that of all users, or removes it. Programs that are started
; afterwards see the change.
!macro platenPath ACTION
  ${If} $installMode == "all"
    StrCpy $R9 "Machine"
  ${Else}
    StrCpy $R9 "User"
  ${EndIf}
  nsExec::ExecToLog '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -ExecutionPolicy Bypass -File "$INSTDIR\bin\path.ps1" ${ACTION} $R9'
  Pop $R9
  ${If} $R9 != 0
    DetailPrint "The path could not be changed: $R9"
  ${EndIf}
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

; Platen is offered under "Open with" for HTML files; the default program for them stays what it was.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Platen.html" "" "HTML document"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Platen.html\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Platen.html\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.html\OpenWithProgids" "Platen.html" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.htm\OpenWithProgids" "Platen.html" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.xhtml\OpenWithProgids" "Platen.html" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\platen" "" "URL:Platen"
  WriteRegStr SHELL_CONTEXT "Software\Classes\platen" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\platen\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\platen\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro platenPath add
!macroend

; Runs before the files are removed.
!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Platen.html"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.html\OpenWithProgids" "Platen.html"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.htm\OpenWithProgids" "Platen.html"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xhtml\OpenWithProgids" "Platen.html"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\platen"
  !insertmacro platenPath remove
!macroend

; Platen is offered under "Open with" for HTML files; the default program for them stays what it was.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Platen.html" "" "HTML document"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Platen.html\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Platen.html\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.html\OpenWithProgids" "Platen.html" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.htm\OpenWithProgids" "Platen.html" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.xhtml\OpenWithProgids" "Platen.html" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Platen.html"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.html\OpenWithProgids" "Platen.html"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.htm\OpenWithProgids" "Platen.html"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xhtml\OpenWithProgids" "Platen.html"
!macroend

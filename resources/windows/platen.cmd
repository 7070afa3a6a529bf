@echo off
"%~dp0..\Platen.exe" -- %*

# Adds this script's folder to the path, or removes it: path.ps1 add|remove User|Machine. The entries
# keep their variables (%USERPROFILE%), which [Environment]::SetEnvironmentVariable would resolve.
param(
  [Parameter(Mandatory)] [ValidateSet('add', 'remove')] [string] $Action,
  [Parameter(Mandatory)] [ValidateSet('User', 'Machine')] [string] $Scope
)
$ErrorActionPreference = 'Stop'
$root = if ($Scope -eq 'Machine') { [Microsoft.Win32.Registry]::LocalMachine } else { [Microsoft.Win32.Registry]::CurrentUser }
$place = if ($Scope -eq 'Machine') { 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment' } else { 'Environment' }
$key = $root.OpenSubKey($place, $true)
$path = [string] $key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
$entries = @($path -split ';' | Where-Object { $_ -ne '' -and $_.TrimEnd('\') -ne $PSScriptRoot })
if ($Action -eq 'add') { $entries += $PSScriptRoot }
$key.SetValue('Path', ($entries -join ';'), [Microsoft.Win32.RegistryValueKind]::ExpandString)
$key.Close()

import { privateHostIssue } from '@shared/private-hosts.js';
import { numberFromText } from '@shared/request/fields.js';
import { quote } from '@shared/request/text.js';
import { t, textOf } from '../i18n/t.js';

const maxHosts = 100;

/** Parses a port; returns an error message if it is invalid. */
export function readPort(text: string): number | string {
  const port = numberFromText(text);
  if (isWithin(port, 1, 65_535)) return port;
  return t('localServer.portIssue', { port: quote(text.trim()) });
}

/** Parses a number of hours; returns an error message if it is invalid. */
export function readKeepHours(text: string): number | string {
  const hours = numberFromText(text);
  if (isWithin(hours, 1, 720)) return hours;
  return t('localServer.keepForIssue', { time: quote(text.trim()) });
}

/** Parses hosts separated by commas or spaces; returns an error message if one is invalid. */
export function readHosts(text: string): readonly string[] | string {
  const hosts = text.split(/[\s,;]+/).filter((host) => host !== '');
  const issue = hosts.map(privateHostIssue).find((each) => each !== null);
  if (issue !== undefined) return textOf(issue);
  if (hosts.length > maxHosts) {
    return t('localServer.tooManyHosts', { count: hosts.length, limit: maxHosts });
  }
  return [...new Set(hosts.map((host) => host.toLowerCase()))];
}

function isWithin(value: number | string, lowest: number, highest: number): value is number {
  return (
    typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest
  );
}

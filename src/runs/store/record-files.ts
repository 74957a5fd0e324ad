import { join } from 'node:path';
import { seal, unseal } from '../seal.js';

/** Pattern of a key: SHA-256 in hexadecimal digits. */
const KEY = /^[0-9a-f]{64}$/;
/** Pattern of the name of a folder of records. */
const SHARD = /^[0-9a-f]{2}$/;
/** Ending of a record's file. */
const ENDING = '.json';
/**
 * Number of first digits of the key that name its folder. Our choice: 256 folders, so that no folder of a large study
 * gets too many files.
 */
const SHARD_DIGITS = 2;

/** Returns the name of the folder of a key's record. */
export function shardOf(key: string): string {
  return key.slice(0, SHARD_DIGITS);
}

/** Returns true if a name is that of a folder of records. */
export function isShard(name: string): boolean {
  return SHARD.test(name);
}

/** Returns the path of a key's record below the folder of records. */
export function recordFile(records: string, key: string): string {
  return join(records, shardOf(key), `${key}${ENDING}`);
}

/** Returns the key of the record in a file with this name in this folder; null for any other file. */
export function keyOfFile(shard: string, name: string): string | null {
  const key = name.slice(0, -ENDING.length);
  return name.endsWith(ENDING) && KEY.test(key) && shardOf(key) === shard ? key : null;
}

/** Returns the content of the file of a key's record: one sealed line. */
export function sealedRecord(key: string, text: string): string {
  return `${seal(key, text)}\n`;
}

/** Returns the record in the file of a key; null if it was changed or belongs to another key. */
export function unsealedRecord(key: string, content: string): string | null {
  return content.endsWith('\n') ? unseal(key, content.slice(0, -1)) : null;
}

/** Returns true if a text is a valid key. Stores write no others, because the key becomes part of a path. */
export function isKey(key: string): boolean {
  return KEY.test(key);
}

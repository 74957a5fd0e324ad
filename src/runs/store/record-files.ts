import { join } from 'node:path';
import { seal, unseal } from '../seal.js';

/** Pattern of a record's key: SHA-256 in hexadecimal digits. */
const KEY = /^[0-9a-f]{64}$/;
/** Pattern of the names of subfolders with records: the first digits of their keys. */
const SHARD = /^[0-9a-f]{2}$/;
/** Ending of a record's file. */
const ENDING = '.json';
/** Number of first digits of a key that name its folder. Our choice: 256 folders, so that none gets too many files. */
const SHARD_DIGITS = 2;

/** Returns the name of the folder of a key's record. */
export function shardOf(key: string): string {
  return key.slice(0, SHARD_DIGITS);
}

/** Returns true if a folder of records can have this name. */
export function isShard(name: string): boolean {
  return SHARD.test(name);
}

/**
 * Returns the path of a key's record.
 *
 * @param records path of the folder of all records
 */
export function recordFile(records: string, key: string): string {
  return join(records, shardOf(key), `${key}${ENDING}`);
}

/** Returns the key of the record in a file; null if folder and file are not named like those of a record. */
export function keyOfFile(shard: string, name: string): string | null {
  const key = name.slice(0, -ENDING.length);
  return name.endsWith(ENDING) && KEY.test(key) && shardOf(key) === shard ? key : null;
}

/** Returns the content of a record file: the text with a digest, on one line. */
export function sealedRecord(key: string, text: string): string {
  return `${seal(key, text)}\n`;
}

/** Returns the record in the content of a record file; null if it was changed or belongs to another key. */
export function unsealedRecord(key: string, content: string): string | null {
  return content.endsWith('\n') ? unseal(key, content.slice(0, -1)) : null;
}

/** Returns true if a text is a valid key. Others are refused, because keys become part of paths. */
export function isKey(key: string): boolean {
  return KEY.test(key);
}

import { copyTree } from './treeCopy.ts';
console.log((await copyTree()).root);

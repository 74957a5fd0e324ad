import { optimizeEnginesLater } from '../../src/solvers/linear/wasm-tiering.js';

optimizeEnginesLater();

import { writeFileSync } from 'node:fs';

/**
 * A reporter of Vitest. It writes the tests of a run (testReports.mjs: Test) to KRAPAO_TEST_REPORT, with the failures that
 * belong to no test: of a file's hooks, and errors that nobody caught.
 */
export default class VitestReport {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => {
      const file = module.moduleId;
      const own = [...module.children.allTests()].map((test) => {
        const { state, errors = [] } = test.result();
        const status = state === 'passed' || state === 'failed' ? state : 'skipped';
        return { file, name: test.fullName, status, message: textOf(errors) };
      });
      const ofHooks = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
      const isUnfinished = module.state() === 'pending' || module.state() === 'queued';
      if (ofHooks.length === 0 && !isUnfinished) return own;
      return [...own, brokenFile(file, textOf(ofHooks) || 'it did not end')];
    });
    // Of no file: a worker that runs several may name another than the one that left it behind.
    const uncaught = unhandled.map((error) =>
      brokenFile('', `${error.VITEST_TEST_PATH}: ${textOf([error])}`),
    );
    writeFileSync(process.env.KRAPAO_TEST_REPORT, JSON.stringify([...tests, ...uncaught]));
  }
}

const brokenFile = (file, message) => ({ file, name: '', status: 'failed', message });

const textOf = (errors) => errors.map((error) => error.stack ?? error.message ?? String(error)).join('\n');

// The health check of a service's container: exit code 0 when the app is alive. The image has no other HTTP client.
const { APP = '', ...environment } = process.env;
const port = environment[`${APP.toUpperCase().replaceAll('-', '_')}_PORT`];

// The operators' commands listen on no port.
if (port !== undefined) {
  const { status } = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => ({ status: 0 }));
  process.exit(status === 200 ? 0 : 1);
}

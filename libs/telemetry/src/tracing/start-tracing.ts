import { beginTracing } from './traced';

/**
 * Sends spans to an OTLP server, as the standard variables of OpenTelemetry say (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER,
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and so on). The packages are loaded only here, so that an app that traces nothing loads
 * none of them. Returns what sends the last spans; it may take as long as the export times out.
 */
export async function startTracing(app: string): Promise<() => Promise<void>> {
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { resourceFromAttributes, detectResources, envDetector } = resources;
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': app }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  beginTracing();
  return () => provider.shutdown();
}

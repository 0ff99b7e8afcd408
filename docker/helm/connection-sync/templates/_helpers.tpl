{{/* Every definition takes a dict with `root` (the chart's context) and `component`. */}}

{{- define "connection-sync.name" -}}
{{ printf "%s-%s" .root.Release.Name .component | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "connection-sync.selector" -}}
app.kubernetes.io/name: connection-sync
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "connection-sync.metadata" -}}
name: {{ include "connection-sync.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "connection-sync.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* The port that each app serves on. */}}
{{- define "connection-sync.port" -}}
{{ get (dict "connection-api" 3001 "webhook-ingress" 3002 "admin-api" 3003 "export-worker" 3004 "gateway" 8081 "static-files" 8080) .component }}
{{- end }}

{{/* `image`: of the repository, if it is not named like the component. */}}
{{- define "connection-sync.image" -}}
image: {{ printf "%s/%s:%s" .root.Values.image.repository (.image | default .component) (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* `uid`: that of the image. Links to services would set variables such as CONNECTION_API_PORT. */}}
{{- define "connection-sync.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .uid }}
  runAsGroup: {{ .uid }}
  fsGroup: {{ .uid }}
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Spread over nodes, so that the loss of one leaves the others. */}}
{{- define "connection-sync.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "connection-sync.selector" . | nindent 8 }}
{{- end }}

{{- define "connection-sync.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: health }
  periodSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet: { path: /health/live, port: health }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /health/ready, port: health }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{/* `settings`: texts, numbers and booleans by variable. `secrets`: a key of a Secret by variable. */}}
{{- define "connection-sync.environment" -}}
{{- range $name, $value := .settings }}
- name: {{ $name }}
  {{- /* Helm reads whole numbers as floats. */}}
  value: {{ ternary (toString (int64 $value)) (toString $value) (kindIs "float64" $value) | quote }}
{{- end }}
{{- range $name, $secret := .secrets }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $secret.name }}, key: {{ $secret.key }} }
{{- end }}
{{- end }}

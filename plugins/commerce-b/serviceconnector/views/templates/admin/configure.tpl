<div class="panel sc" id="sc" data-sc="{$sc.data|escape:'html':'UTF-8'}">
  <h3><i class="icon-link"></i> {$sc.text.title|escape:'html':'UTF-8'}</h3>
  <p class="sc-intro">{$sc.text.intro|escape:'html':'UTF-8'}</p>
  <div class="alert alert-danger sc-hidden" id="sc-error" role="alert"></div>
  <div class="alert alert-info sc-hidden" id="sc-note" role="status"></div>

  {if $sc.leaving}<p class="alert alert-info">{$sc.text.leaving|escape:'html':'UTF-8'} {$sc.leaving|escape:'html':'UTF-8'}.</p>{/if}
  {if $sc.kind === 'overview'}
    <p class="alert alert-info">{$sc.text.chooseShop|escape:'html':'UTF-8'}</p>
    <dl class="sc-facts">
      {foreach $sc.shops as $shop}
        <dt>{$shop.name|escape:'html':'UTF-8'}</dt>
        <dd>{$shop.state|escape:'html':'UTF-8'} <span class="sc-quiet">{$shop.address|escape:'html':'UTF-8'}</span></dd>
      {/foreach}
    </dl>
  {elseif $sc.kind === 'clone'}
    <div class="alert alert-warning">
      <p><strong>{$sc.text.cloneTitle|escape:'html':'UTF-8'}</strong></p>
      <p>{$sc.text.cloneHint|escape:'html':'UTF-8'}</p>
    </div>
    <dl class="sc-facts">
      <dt>{$sc.text.linkedAs|escape:'html':'UTF-8'}</dt><dd>{$sc.linkedAddress|escape:'html':'UTF-8'}</dd>
      <dt>{$sc.text.addressNow|escape:'html':'UTF-8'}</dt><dd>{$sc.address|escape:'html':'UTF-8'}</dd>
    </dl>
    <div class="sc-ways">
      {if $sc.canMove}<section>
        <p>{$sc.text.movedHint|escape:'html':'UTF-8'}</p>
        <button type="button" class="btn btn-default" data-sc-do="move">{$sc.text.moved|escape:'html':'UTF-8'}</button>
      </section>{/if}
      <section>
        <p>{$sc.text.newShopHint|escape:'html':'UTF-8'}</p>
        <button type="button" class="btn btn-default" data-sc-do="separate">{$sc.text.newShop|escape:'html':'UTF-8'}</button>
      </section>
    </div>
  {elseif $sc.kind === 'none'}
    {if $sc.warning}<p class="alert alert-warning">{$sc.warning|escape:'html':'UTF-8'}</p>{/if}
    <dl class="sc-facts">
      <dt>{$sc.text.thisShop|escape:'html':'UTF-8'}</dt><dd>{$sc.address|escape:'html':'UTF-8'}</dd>
    </dl>
    {if !$sc.isPreset}
      <div class="sc-field">
        <label for="sc-service">{$sc.text.serviceAddress|escape:'html':'UTF-8'}</label>
        <input type="url" class="form-control" id="sc-service" value="{$sc.service|escape:'html':'UTF-8'}" placeholder="https://" autocomplete="off" aria-describedby="sc-service-hint">
        <p class="help-block" id="sc-service-hint">{$sc.text.serviceHint|escape:'html':'UTF-8'}</p>
      </div>
    {/if}
    {if !$sc.hasWebservice}<p>{$sc.text.webserviceAsk|escape:'html':'UTF-8'}</p>{/if}
    <div class="sc-ways">
      <section>
        <h4>{$sc.text.pasteTitle|escape:'html':'UTF-8'}</h4>
        <p id="sc-paste-hint">{$sc.text.pasteHint|escape:'html':'UTF-8'}</p>
        <label for="sc-paste">{$sc.text.token|escape:'html':'UTF-8'}</label>
        <input type="text" class="form-control" id="sc-paste" placeholder="scc_…" autocomplete="off" spellcheck="false" aria-describedby="sc-paste-hint">
        <button type="button" class="btn btn-primary" data-sc-connect="paste">{if $sc.hasWebservice}{$sc.text.connect|escape:'html':'UTF-8'}{else}{$sc.text.switchAndConnect|escape:'html':'UTF-8'}{/if}</button>
      </section>
      <section>
        <h4>{$sc.text.startTitle|escape:'html':'UTF-8'}</h4>
        <p>{$sc.text.startHint|escape:'html':'UTF-8'}</p>
        <button type="button" class="btn btn-default" data-sc-connect="start">{if $sc.hasWebservice}{$sc.text.getToken|escape:'html':'UTF-8'}{else}{$sc.text.switchAndGetToken|escape:'html':'UTF-8'}{/if}</button>
      </section>
    </div>
  {elseif $sc.kind === 'pending'}
    <p class="sc-state" id="sc-state" role="status">{$sc.text.waiting|escape:'html':'UTF-8'}</p>
    <p>{$sc.text.pendingHint|escape:'html':'UTF-8'}</p>
    {if !$sc.hasWebservice}
      <p class="alert alert-warning">
        {$sc.text.webserviceOff|escape:'html':'UTF-8'}
        <button type="button" class="btn btn-default" data-sc-do="webservice">{$sc.text.switchOn|escape:'html':'UTF-8'}</button>
      </p>
    {/if}
    <div class="sc-field">
      <label for="sc-token">{$sc.text.token|escape:'html':'UTF-8'}</label>
      <div class="sc-copy">
        <input type="text" class="form-control" id="sc-token" readonly value="{$sc.token|escape:'html':'UTF-8'}">
        <button type="button" class="btn btn-primary" id="sc-copy">{$sc.text.copy|escape:'html':'UTF-8'}</button>
      </div>
      <p class="help-block" id="sc-expiry"></p>
    </div>
    <button type="button" class="btn btn-default" data-sc-connect="start">{$sc.text.newToken|escape:'html':'UTF-8'}</button>
    <button type="button" class="btn btn-link" data-sc-do="cancel">{$sc.text.cancel|escape:'html':'UTF-8'}</button>
  {elseif $sc.kind === 'linked'}
    <p class="sc-state" id="sc-state" role="status">{$sc.text.linked|escape:'html':'UTF-8'}</p>
    <div class="sc-hidden" id="sc-gone">
      <p class="alert alert-warning">{$sc.text.gone|escape:'html':'UTF-8'}</p>
      <button type="button" class="btn btn-primary" data-sc-do="again">{$sc.text.startAnew|escape:'html':'UTF-8'}</button>
    </div>
    {if !$sc.hasWebservice}
      <p class="alert alert-warning">
        {$sc.text.webserviceOff|escape:'html':'UTF-8'}
        <button type="button" class="btn btn-default" data-sc-do="webservice">{$sc.text.switchOn|escape:'html':'UTF-8'}</button>
      </p>
    {elseif !$sc.hasKey}
      <p class="alert alert-warning">{$sc.text.keyGone|escape:'html':'UTF-8'}</p>
    {/if}
    <dl class="sc-facts" id="sc-facts">
      <dt>{$sc.text.thisShop|escape:'html':'UTF-8'}</dt><dd>{$sc.address|escape:'html':'UTF-8'}</dd>
      <dt>{$sc.text.serviceAddress|escape:'html':'UTF-8'}</dt><dd>{$sc.service|escape:'html':'UTF-8'}</dd>
      <dt>{$sc.text.lastSync|escape:'html':'UTF-8'}</dt><dd id="sc-synced">{$sc.text.working|escape:'html':'UTF-8'}</dd>
      <dt>{$sc.text.changes|escape:'html':'UTF-8'}</dt>
      <dd>
        <span id="sc-changes">{$sc.text.working|escape:'html':'UTF-8'}</span>
        <button type="button" class="btn btn-default btn-xs sc-hidden" id="sc-send">{$sc.text.sendNow|escape:'html':'UTF-8'}</button>
      </dd>
    </dl>
    <p class="alert alert-info sc-hidden" id="sc-erasures"></p>
    <div id="sc-settings">
      <p class="alert alert-warning sc-hidden" id="sc-widget-missing">{$sc.text.widgetMissing|escape:'html':'UTF-8'}</p>
      <div class="sc-widget" id="sc-widget"></div>
    </div>
  {/if}
</div>
